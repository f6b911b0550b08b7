import { resolvePatch } from "../../model/authoring/patch/resolve-patch";
import { entriesOf } from "../../model/object";
import { operationFaults } from "../../model/authoring/faults/json-patch-faults";
import { fluxComponents, type FluxComponent } from "../../model/cluster-settings";
import type { ControllerChange, ControllerChanges } from "../../model/flux/controllers";
import type { Fault } from "../../model/issue";
import { describeObject, type KubernetesObject } from "../../model/object";
import type { JsonPatchOperation } from "../../model/overlay";
import { valueAt } from "../app/fields";
import { emitValue } from "../emit/value";
import { stringifyManifest } from "../emit/manifest";
import { withHeader } from "../header";
import { addressed, selector, type PatchFile } from "../patch-target";
import { changedArguments } from "./changed-arguments";

/** Patch files of the controllers' Deployments, and what is wrong with the changes that they carry out. */
export interface ControllerPatches {
  readonly files: readonly PatchFile[];
  readonly faults: readonly Fault[];
}

/** What an environment changes in the Deployments of an installation: merge patches, arguments and JSON patches, in this order. */
export function controllerPatches(
  changes: ControllerChanges,
  installed: readonly KubernetesObject[],
): ControllerPatches {
  const results = fluxComponents.flatMap((component) => {
    const change = changes[component];
    if (change === undefined) return [];
    const target = installed.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === component);
    return [target === undefined ? notInstalled(component) : patchesOf(component, target, change)];
  });
  return { files: results.flatMap(({ files }) => files), faults: results.flatMap(({ faults }) => faults) };
}

function notInstalled(component: FluxComponent): ControllerPatches {
  const message = `${component} is changed but not installed. Add it to fluxComponentsExtra, or take the change away.`;
  return { files: [], faults: [{ code: "unknown-controller", resource: component, message }] };
}

function patchesOf(component: FluxComponent, target: KubernetesObject, change: ControllerChange): ControllerPatches {
  const { body, faults } = resolvePatch("patch", target, change.patch ?? {});
  const args = changedArguments(target, change.args ?? {});
  const files = [
    ...(Object.keys(body).length === 0 ? [] : [mergeFile(component, addressed(target, body))]),
    ...jsonFiles(`${component}-args-patch.yaml`, target, args.operations),
    ...jsonFiles(`${component}-json-patch.yaml`, target, change.jsonPatch ?? []),
  ];
  const found = [
    ...faults,
    ...replacedArguments(body),
    ...args.faults,
    ...operationFaults("jsonPatch", change.jsonPatch ?? []),
  ];
  const named = (fault: Fault): string =>
    fault.resource === undefined ? describeObject(target) : `${describeObject(target)}, ${fault.resource}`;
  return { files: found.length > 0 ? [] : files, faults: found.map((fault) => ({ ...fault, resource: named(fault) })) };
}

function mergeFile(component: FluxComponent, object: object): PatchFile {
  const name = `${component}-patch.yaml`;
  return { name, content: withHeader(stringifyManifest(object)), entry: { path: name } };
}

function jsonFiles(
  name: string,
  target: KubernetesObject,
  operations: readonly JsonPatchOperation[],
): readonly PatchFile[] {
  if (operations.length === 0) return [];
  return [{ name, content: withHeader(`${emitValue(operations)}\n`), entry: { path: name, target: selector(target) } }];
}

/** A merge replaces `args` as a whole, and with it what the configuration says of the controller. */
function replacedArguments(body: Readonly<Record<string, unknown>>): readonly Fault[] {
  const containers = entriesOf(valueAt(body, ["spec", "template", "spec", "containers"]));
  return containers
    .filter((container) => container["name"] === "manager" && container["args"] !== undefined)
    .map(() => ({
      code: "replaced-arguments",
      resource: "patch",
      message:
        "args in a patch would replace all that the controller is started with. Give the flags as args beside it.",
    }));
}
