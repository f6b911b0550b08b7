import type { Environment } from "../../model/environment";
import { textFile, type RenderedFile } from "../../model/file-tree";
import { layerPath } from "../cluster/layer-kustomizations";
import { kustomizationFile } from "./kustomization";
import { overlayFiles } from "./overlay-files";

/** The files of an environment's overlays: each app's, and the kustomization of each layer that lists its apps. */
export function environmentFiles(
  environment: Environment,
  pending: ReadonlySet<string>,
): readonly (readonly [string, RenderedFile])[] {
  return environment.layers.flatMap((layer) => {
    const resources = layer.overlays.map(({ app }) => app.name);
    return [
      [`${layerPath(layer, environment)}/kustomization.yaml`, textFile(kustomizationFile({ resources }))] as const,
      ...layer.overlays.flatMap((overlay) => overlayFiles(overlay, { environment, folder: layer.folder }, pending)),
    ];
  });
}
