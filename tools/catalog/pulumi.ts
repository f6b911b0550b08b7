import { githubAsset, type ToolRecipe } from "./recipe";

/** The Pulumi CLI; its official release brings the language hosts along. */
export const pulumi: ToolRecipe = {
  name: "pulumi",
  version: "v3.274.1",
  onPath: { arguments: ["version"], atLeast: "v3.200.0" },
  release: ({ os, arch }) => ({
    ...githubAsset("pulumi/pulumi", "v3.274.1", `pulumi-v3.274.1-${os}-${arch === "amd64" ? "x64" : arch}.tar.gz`),
    form: { kind: "tar.gz", member: "pulumi/pulumi", siblings: true },
  }),
  module: {
    folder: "pulumi",
    main: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    variables: { "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version": "v3.274.1" },
    minutes: 5,
  },
  byHand: "brew install pulumi/tap/pulumi, or https://www.pulumi.com/docs/install/",
};

/** Runs TypeScript programs for the Pulumi CLI; needed only beside a CLI that was built from its module. */
export const languageHost: ToolRecipe = {
  name: "pulumi-language-nodejs",
  version: "v3.57.1",
  module: {
    folder: "pulumi-language-nodejs",
    main: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    variables: { "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version": "v3.57.1" },
    minutes: 1,
  },
  byHand: "it comes with the official Pulumi CLI: https://www.pulumi.com/docs/install/",
};

/** Version of the Kubernetes provider that the Node SDK asks for; keep it equal to @pulumi/kubernetes in package.json. */
export const kubernetesPluginVersion = "v4.34.2";

/**
 * Pulumi's Kubernetes provider. The newest version of its module that is served is an untagged one of January 2026. A build of it
 * stands in for the release that the SDK asks for: Pulumi accepts no lower number, so it says that one, and what it was built from
 * after the plus sign.
 */
export const kubernetesPlugin: ToolRecipe = {
  name: "pulumi-resource-kubernetes",
  version: kubernetesPluginVersion,
  release: ({ os, arch }) => ({
    ...githubAsset("pulumi/pulumi-kubernetes", "v4.34.2", `pulumi-resource-kubernetes-v4.34.2-${os}-${arch}.tar.gz`),
    form: { kind: "tar.gz", member: "pulumi-resource-kubernetes" },
  }),
  module: {
    folder: "pulumi-kubernetes",
    main: ".",
    variables: {
      "github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version.Version":
        "4.34.2+module.20260115033456.f47bc2d6f199",
    },
    minutes: 9,
  },
  byHand: "pulumi plugin install resource kubernetes v4.34.2",
};
