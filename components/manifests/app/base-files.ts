import type { App } from "../../model/app";
import { textFile, type RenderedFile } from "../../model/file-tree";
import { objectText } from "../emit/object-text";
import { basePath, objectFile } from "../paths";
import { kustomizationFile } from "./kustomization";

/** The files of an app's base: one an object, and their kustomization; an app without objects has none. */
export function baseFiles(folder: string, app: App): readonly (readonly [string, RenderedFile])[] {
  const objects = Object.entries(app.resources);
  if (objects.length === 0) return [];
  const path = basePath(folder, app.name);
  const resources = objects.map(([key]) => objectFile(key));
  return [
    [`${path}/kustomization.yaml`, textFile(kustomizationFile({ resources }))],
    ...objects.map(([key, object]) => {
      const file = `${path}/${objectFile(key)}`;
      return [file, textFile(objectText(file, object))] as const;
    }),
  ];
}
