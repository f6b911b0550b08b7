import type { Environment } from "../../model/environment";
import { textFile, type RenderedFile } from "../../model/file-tree";
import type { KubernetesObject } from "../../model/object";
import type { Overlay } from "../../model/overlay";
import { isSealedSecret, type SealedSecret } from "../../model/sealed-secret";
import { stringifyManifest } from "../emit/manifest";
import { withHeader } from "../header";
import { objectFile, overlayPath, sealedName } from "../paths";
import { kustomizeImages } from "./images";
import { kustomizationFile } from "./kustomization";
import { patchFiles } from "./patch-files";

type Entry = readonly [string, RenderedFile];

/** The files of one app in one environment; sealed files named in `pending` are left out, with their line of `resources`. */
export function overlayFiles(
  environment: Environment,
  folder: string,
  overlay: Overlay,
  pending: ReadonlySet<string>,
): readonly Entry[] {
  const { app, namespace } = overlay;
  const at = (name: string): string => `${overlayPath(folder, environment.name, app.name)}/${name}`;
  const added = Object.entries(overlay.add)
    .map(([key, value]) => addedFile(environment, overlay, key, value))
    .filter(([name]) => !pending.has(at(name)));
  const patches = patchFiles(overlay);
  const base = Object.keys(app.resources).length > 0 ? [`../../base/${app.name}`] : [];
  const kustomization = kustomizationFile({
    resources: [...base, ...added.map(([name]) => name)],
    namespace,
    patches: patches.map(({ entry }) => entry),
    images: kustomizeImages(overlay),
  });
  return [
    [at("kustomization.yaml"), textFile(kustomization)],
    ...added.map(([name, file]): Entry => [at(name), file]),
    ...patches.map(({ name, content }): Entry => [at(name), textFile(content)]),
  ];
}

function addedFile(environment: Environment, overlay: Overlay, key: string, value: KubernetesObject | SealedSecret): Entry {
  if (!isSealedSecret(value)) return [objectFile(key), textFile(withHeader(stringifyManifest(value)))];
  const namespace = value.namespace ?? overlay.namespace;
  const secret = { ...value, ...(namespace === undefined ? {} : { namespace }) };
  return [sealedName(key), { kind: "sealed", environment: environment.name, secret, recipients: environment.ageRecipients }];
}
