import { fieldsOf } from "../../model/object";
import type { KubernetesObject } from "../../model/object";
import type { Overlay } from "../../model/overlay";
import { emitValue } from "../emit/value";
import { objectText } from "../emit/object-text";
import { withHeader } from "../header";
import { addressed, selector, type PatchFile } from "../patch-target";
import { kebabCase } from "../paths";
import { aspectKinds, type Aspect } from "./aspect";
import { patchParts } from "./patch-aspects";

/** The patch files of an overlay, which `folder` holds: strategic merge patches in the order of the base's resources, then JSON patches. */
export function patchFiles(overlay: Overlay, folder: string): readonly PatchFile[] {
  const resources = Object.entries(overlay.app.resources);
  return [
    ...resources.flatMap(([key, target]) => mergePatches(overlay, folder, [key, target])),
    ...resources.flatMap(([key, target]) => jsonPatch(overlay, key, target)),
  ];
}

function mergePatches(
  overlay: Overlay,
  folder: string,
  [key, target]: readonly [string, KubernetesObject],
): readonly PatchFile[] {
  const patch = patchOf(overlay, key);
  if (patch === undefined) return [];
  return patchParts(target, patch).map(({ aspect, body }) => {
    const name = patchName(overlay, key, aspect);
    return { name, content: objectText(`${folder}/${name}`, addressed(target, body)), entry: { path: name } };
  });
}

function jsonPatch(overlay: Overlay, key: string, target: KubernetesObject): readonly PatchFile[] {
  const operations = overlay.jsonPatches[key] ?? [];
  if (operations.length === 0) return [];
  const name = `${kebabCase(key)}-json-patch.yaml`;
  return [{ name, content: withHeader(`${emitValue(operations)}\n`), entry: { path: name, target: selector(target) } }];
}

/** The patch of one resource with the replicas that the overlay gives beside it; undefined where it has neither. */
function patchOf(overlay: Overlay, key: string): object | undefined {
  const patch = overlay.patches[key];
  const replicas = overlay.replicas[key];
  if (replicas === undefined) return patch;
  return { ...patch, spec: { ...fieldsOf(fieldsOf(patch)?.["spec"]), replicas } };
}

/** Names a file for what it changes: `replicas-patch.yaml`, with the resource in front where the app has several of that kind. */
function patchName({ app }: Overlay, key: string, aspect: Aspect): string {
  if (aspect === "other") return `${kebabCase(key)}-patch.yaml`;
  const kinds = aspectKinds[aspect];
  const candidates = Object.values(app.resources).filter(({ kind }) => kinds.includes(kind));
  return candidates.length === 1 ? `${aspect}-patch.yaml` : `${kebabCase(key)}-${aspect}-patch.yaml`;
}
