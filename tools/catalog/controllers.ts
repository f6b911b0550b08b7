import type { ToolRecipe } from "./recipe";

export const sourceController = controller("source-controller");
export const kustomizeController = controller("kustomize-controller");

/** Flux publishes its controllers as container images only, and they do not tell their version: they are built. */
function controller(name: string): ToolRecipe {
  return {
    name,
    version: "v1.9.6",
    module: { folder: name, main: `github.com/fluxcd/${name}`, minutes: 6 },
    byHand: `git clone -b v1.9.6 https://github.com/fluxcd/${name} && go build`,
  };
}
