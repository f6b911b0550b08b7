import { imageParts } from "../../model/authoring/image";
import type { KubernetesObject } from "../../model/object";
import { imagesOf, withImages } from "../draft/containers";
import { appId, type Concessions, type DraftOverlay } from "../draft/draft";
import { objectCode, type Writing } from "./builders";
import { code, expression, member } from "./expression";
import { overridden, type ImageVersions } from "./versions-file";

/** What the overlays of one environment are written with. */
export interface OverlayContext {
  readonly environment: string;
  readonly versions: ImageVersions;
  readonly concessions: Concessions;
  readonly writing: Writing;
}

/** Writes the options of an overlay; those that say nothing are left out. */
export function overlayOptions(overlay: DraftOverlay, folder: string, context: OverlayContext): string {
  const { texts } = context.writing;
  const fields: readonly (readonly [string, object | string | undefined])[] = [
    ["namespace", overlay.namespace],
    ["images", imagesCode(overlay, context)],
    ["replicas", overlay.replicas],
    ["patches", overlay.patches],
    ["jsonPatches", overlay.jsonPatches],
    ["add", addCode(overlay, context)],
  ];
  const written = fields
    .filter(([, value]) => value !== undefined && Object.keys(value).length > 0)
    .map(([name, value]) => `${name}: ${expression(value, texts, name)}`);
  const raw =
    overlay.raw === undefined
      ? []
      : [
          `raw: rawFiles(${expression(rawFolder(overlay, folder, context), texts)}, ${expression(overlay.raw.resources, texts)})`,
        ];
  return `{ ${[...written, ...raw].join(", ")} }`;
}

/** Folder below `raw/` that an overlay's raw files are kept in. */
export function rawFolder(
  { app }: DraftOverlay,
  folder: string,
  { environment }: Pick<OverlayContext, "environment">,
): string {
  return `${folder}/${environment}/${app.name}`;
}

function imagesCode({ app, images }: DraftOverlay, { environment, versions, writing }: OverlayContext): object {
  const base = new Map(Object.values(app.resources).flatMap((object) => [...imagesOf(object)]));
  const entries = Object.entries(images).map(([container, override]): readonly [string, unknown] => {
    const key = versions.keyOf(environment, overridden(base.get(container) ?? "", override));
    if (key === undefined) return [container, override];
    const version = member("versions.images", key);
    return [
      container,
      code(
        override.name === undefined ? version : `{ name: ${expression(override.name, writing.texts)}, ...${version} }`,
      ),
    ];
  });
  return Object.fromEntries<unknown>(entries);
}

function addCode({ app, add }: DraftOverlay, context: OverlayContext): object {
  const untyped = context.concessions.untyped.has(appId(app));
  const entries = Object.entries(add).map(
    ([key, object]) => [key, code(objectCode(versioned(object, context), untyped, context.writing))] as const,
  );
  return Object.fromEntries(entries);
}

/** An added object whose images come from the versions file. */
function versioned(object: KubernetesObject, { environment, versions, writing }: OverlayContext): KubernetesObject {
  return withImages(object, (_, image) => {
    const key = versions.keyOf(environment, image);
    if (key === undefined) return undefined;
    writing.used.add("imageReference");
    return code(
      `imageReference(${expression(imageParts(image).name, writing.texts)}, ${member("versions.images", key)})`,
    );
  });
}
