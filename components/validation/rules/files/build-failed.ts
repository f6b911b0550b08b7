import type { BuildFailure } from "../../../kustomize/failure";
import { kustomizationFile } from "../../../kustomize/tree/files";
import type { GateInput } from "../../gate-input";
import type { Finding, TreeRule } from "../../rule";

/** Every kustomization of the tree builds, whichever environment it belongs to. */
export const buildFailed: TreeRule = {
  code: "build-failed",
  scope: "tree",
  about: "every kustomization of every environment builds",
  check(input) {
    const layers = input.environments.flatMap((environment) => environment.layers);
    const builds = [...layers.map(({ build }) => build), ...input.unclaimed.map(({ build }) => build)];
    return builds.flatMap(({ failures }) => failures.map((failure) => describe(input, failure)));
  },
};

function describe({ tree }: GateInput, { folder, reason }: BuildFailure): Finding {
  const path = kustomizationFile(tree, folder) ?? folder;
  return { path, message: `kustomize cannot build ${folder}: ${reason}` };
}
