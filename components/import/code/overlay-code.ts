import { imageParts } from "../../model/authoring/image";
import type { KubernetesObject } from "../../model/object";
import { imagesOf, withImages } from "../draft/containers";
import { appId, type Concessions, type DraftOverlay } from "../draft/draft";
import { objectCode, type Writing } from "./builders";
import { type ChartVersions, merged, withVersion } from "./chart-versions";
import { code, expression, member } from "./expression";
import { overridden, type ImageVersions } from "./versions-file";

/** What the overlays of one environment are written with. */
export interface OverlayContext {
  readonly environment: string;
  readonly versions: ImageVersions;
  readonly charts: ChartVersions;
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
    ["patches", patchesCode(overlay, context)],
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

/** Patches, with the versions of charts from the versions file; an object that is changed by a JSON patch, or as built, keeps what it says. */
function patchesCode({ app, patches, jsonPatches }: DraftOverlay, { environment, charts }: OverlayContext): object {
  const entries = Object.entries(app.resources).flatMap(([key, object]): readonly (readonly [string, unknown])[] => {
    const patch = patches[key];
    const written = patch === undefined ? [] : [[key, patch] as const];
    if (jsonPatches[key] !== undefined || (patch !== undefined && "$patch" in patch)) return written;
    const fields = charts.fieldsOf(environment, withVersion(object, patch ?? {}));
    return fields === undefined ? written : [[key, merged(patch ?? {}, { spec: fields })]];
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

/** An added object whose images and chart come from the versions file. */
function versioned(object: KubernetesObject, context: OverlayContext): KubernetesObject {
  const { environment, versions, charts, writing } = context;
  const fields = charts.fieldsOf(environment, object);
  const charted = fields === undefined ? object : (merged(object, { spec: fields }) as KubernetesObject);
  return withImages(charted, (_, image) => {
    const key = versions.keyOf(environment, image);
    if (key === undefined) return undefined;
    writing.used.add("imageReference");
    return code(
      `imageReference(${expression(imageParts(image).name, writing.texts)}, ${member("versions.images", key)})`,
    );
  });
}
