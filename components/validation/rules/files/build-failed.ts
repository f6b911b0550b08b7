import type { BuildFailure } from "../../../kustomize/failure";
import { kustomizationFile } from "../../../kustomize/tree/files";
import { describeObject } from "../../../model/object";
import type { GateInput, GateLayer } from "../../gate-input";
import type { Finding, TreeRule } from "../../rule";

/** Every kustomization of the tree builds, whichever environment it belongs to. */
export const buildFailed: TreeRule = {
  code: "build-failed",
  scope: "tree",
  about: "every kustomization of every environment builds",
  check(input) {
    const layers = input.environments.flatMap((environment) => environment.layers);
    return [
      ...layers.flatMap((layer) => layer.build.failures.map((failure) => describe(input, failure, layer))),
      ...input.unclaimed.flatMap(({ build }) => build.failures.map((failure) => describe(input, failure))),
    ];
  },
};

/** Told at the file to correct: a patch, a resource, a kustomization, or the Kustomization that adds something to its folder. */
function describe({ tree }: GateInput, { folder, reason, fault }: BuildFailure, layer?: GateLayer): Finding {
  if (fault === undefined)
    return { path: kustomizationFile(tree, folder) ?? folder, message: `kustomize cannot build ${folder}: ${reason}` };
  const { path, resource, problem, ofSpec } = fault;
  if (ofSpec === true && layer?.kustomization !== undefined) {
    const about = resource === undefined ? "" : ` (about ${resource})`;
    const message = `what spec adds to ./${folder}${about}: ${problem}`;
    return { path: layer.origin, resource: describeObject(layer.kustomization), message };
  }
  return { path, ...(resource === undefined ? {} : { resource }), message: problem };
}
