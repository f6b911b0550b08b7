import { githubAsset, type ToolRecipe } from "./recipe";

/** Builds kustomizations as Flux does. */
export const kustomize: ToolRecipe = {
  name: "kustomize",
  version: "v5.8.1",
  onPath: { arguments: ["version"], atLeast: "v5.4.0" },
  release: ({ os, arch }) => ({
    ...githubAsset("kubernetes-sigs/kustomize", "kustomize/v5.8.1", `kustomize_v5.8.1_${os}_${arch}.tar.gz`),
    form: { kind: "tar.gz", member: "kustomize" },
  }),
  module: { folder: "kustomize", main: "sigs.k8s.io/kustomize/kustomize/v5", minutes: 1 },
  byHand: "brew install kustomize, or https://kubectl.docs.kubernetes.io/installation/kustomize/",
};

/** Encrypts the Secrets that go into Git. */
export const sops: ToolRecipe = {
  name: "sops",
  version: "v3.13.3",
  onPath: { arguments: ["--version", "--disable-version-check"], atLeast: "v3.9.0" },
  release: ({ os, arch }) => ({
    ...githubAsset("getsops/sops", "v3.13.3", `sops-v3.13.3.${os}.${arch}`),
    form: { kind: "program" },
  }),
  module: { folder: "sops", main: "github.com/getsops/sops/v3/cmd/sops", minutes: 2 },
  byHand: "brew install sops, or https://getsops.io/docs/#download",
};

/** The flux CLI: what tests compare the generated manifests with. */
export const flux: ToolRecipe = {
  name: "flux",
  version: "v2.9.5",
  onPath: { arguments: ["version", "--client"] },
  release: ({ os, arch }) => ({
    ...githubAsset("fluxcd/flux2", "v2.9.5", `flux_2.9.5_${os}_${arch}.tar.gz`),
    form: { kind: "tar.gz", member: "flux" },
  }),
  module: {
    completed: {
      path: "github.com/fluxcd/flux2/v2",
      version: "v2.9.5",
      sum: "h1:jwCccxvkD+2QnsjN+pl5QqM8KnFUwA8pIoQ1Lf0avkA=",
    },
    main: "./cmd/flux",
    variables: { "main.VERSION": "2.9.5" },
    minutes: 5,
  },
  byHand: "brew install fluxcd/tap/flux, or https://fluxcd.io/flux/installation/#install-the-flux-cli",
};
