import { githubAsset, type ToolRecipe } from "./recipe";

const kubernetesVersion = "v1.36.3";

/** The API server's store. */
export const etcd: ToolRecipe = {
  name: "etcd",
  version: "v3.7.3",
  onPath: { arguments: ["--version"] },
  release: ({ os, arch }) => {
    const kind = os === "darwin" ? "zip" : "tar.gz";
    const folder = `etcd-v3.7.3-${os}-${arch}`;
    return { ...githubAsset("etcd-io/etcd", "v3.7.3", `${folder}.${kind}`), form: { kind, member: `${folder}/etcd` } };
  },
  module: { folder: "etcd", main: "go.etcd.io/etcd/server/v3", minutes: 1 },
  byHand: "https://etcd.io/docs/v3.6/install/",
};

export const apiServer = kubernetesProgram("kube-apiserver", 9);
export const controllerManager = kubernetesProgram("kube-controller-manager", 5);
export const scheduler = kubernetesProgram("kube-scheduler", 1);

export const kwok = kwokProgram("kwok", 1);
export const kwokctl = kwokProgram("kwokctl", 4);

function kubernetesProgram(name: string, minutes: number): ToolRecipe {
  const [major = "", minor = ""] = kubernetesVersion.slice(1).split(".");
  const version = { gitVersion: kubernetesVersion, gitMajor: major, gitMinor: minor, gitTreeState: "archive" };
  const packages = ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"];
  const variables: Record<string, string> = {};
  for (const path of packages) for (const [key, value] of Object.entries(version)) variables[`${path}.${key}`] = value;
  return {
    name,
    version: kubernetesVersion,
    onPath: { arguments: ["--version"] },
    release: ({ os, arch }) => {
      const url = `https://dl.k8s.io/release/${kubernetesVersion}/bin/${os}/${arch}/${name}`;
      return os === "linux" ? { url, form: { kind: "program" }, digest: { file: `${url}.sha256` } } : undefined;
    },
    module: {
      folder: "kubernetes",
      main: `k8s.io/kubernetes/cmd/${name}`,
      variables,
      minutes,
    },
    byHand: `https://kubernetes.io/releases/download/ (${name} ${kubernetesVersion})`,
  };
}

function kwokProgram(name: string, minutes: number): ToolRecipe {
  return {
    name,
    version: "v0.8.0",
    onPath: { arguments: ["--version"] },
    release: ({ os, arch }) => ({
      ...githubAsset("kubernetes-sigs/kwok", "v0.8.0", `${name}-${os}-${arch}`),
      form: { kind: "program" },
    }),
    module: { folder: "kwok", main: `sigs.k8s.io/kwok/cmd/${name}`, minutes },
    byHand: "brew install kwok, or https://kwok.sigs.k8s.io/docs/user/installation/",
  };
}
