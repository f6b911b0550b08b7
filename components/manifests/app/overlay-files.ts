import type { Environment } from "../../model/environment";
import { textFile, type RenderedFile } from "../../model/file-tree";
import type { KubernetesObject } from "../../model/object";
import type { Overlay } from "../../model/overlay";
import { isSealedSecret, type SealedSecret } from "../../model/sealed-secret";
import { objectText } from "../emit/object-text";
import { objectFile, overlayPath, sealedName } from "../paths";
import { kustomizeImages } from "./images";
import { kustomizationFile } from "./kustomization";
import { patchFiles } from "./patch-files";

type Entry = readonly [string, RenderedFile];

/** Where an overlay is rendered to: below the folder of its layer, for one environment. */
export interface Place {
  readonly environment: Environment;
  readonly folder: string;
}

/** The files of one app in one environment; sealed files named in `pending` are left out, with their line of `resources`. */
export function overlayFiles(overlay: Overlay, place: Place, pending: ReadonlySet<string>): readonly Entry[] {
  const { app, namespace } = overlay;
  const folder = overlayPath(place.folder, place.environment.name, app.name);
  const added = Object.entries(overlay.add)
    .map(([key, value]) =>
      isSealedSecret(value) ? sealedFile(key, value, { overlay, place }) : plainFile(folder, key, value),
    )
    .filter(([name]) => !pending.has(`${folder}/${name}`));
  const patches = patchFiles(overlay, folder);
  const base = Object.keys(app.resources).length > 0 ? [`../../base/${app.name}`] : [];
  const kustomization = kustomizationFile({
    resources: [...base, ...added.map(([name]) => name), ...(overlay.raw?.resources ?? [])],
    namespace,
    patches: patches.map(({ entry }) => entry),
    images: kustomizeImages(overlay),
  });
  return [
    [`${folder}/kustomization.yaml`, textFile(kustomization)],
    ...added.map(([name, file]): Entry => [`${folder}/${name}`, file]),
    ...patches.map(({ name, content }): Entry => [`${folder}/${name}`, textFile(content)]),
    ...Object.entries(overlay.raw?.files ?? {}).map(([name, text]): Entry => [`${folder}/${name}`, textFile(text)]),
  ];
}

function plainFile(folder: string, key: string, object: KubernetesObject): Entry {
  const name = objectFile(key);
  return [name, textFile(objectText(`${folder}/${name}`, object))];
}

function sealedFile(key: string, written: SealedSecret, { overlay, place }: { overlay: Overlay; place: Place }): Entry {
  const namespace = written.namespace ?? overlay.namespace;
  const secret = { ...written, ...(namespace === undefined ? {} : { namespace }) };
  const { name: environment, ageRecipients: recipients } = place.environment;
  return [sealedName(key), { kind: "sealed", environment, secret, recipients }];
}
