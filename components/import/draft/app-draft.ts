import { imageParts } from "../../model/authoring/image";
import type { KubernetesObject } from "../../model/object";
import type { ImageOverride } from "../../model/overlay";
import { imagesOf, withImages } from "./containers";
import { appId, type Concessions, type DraftApp, type DraftOverlay } from "./draft";
import { objectKey, type TakenKeys } from "./object-keys";
import { draftOverlay, rawOverlay } from "./overlay-draft";
import type { Piece, Sourced } from "./pieces";

/** A resource of an app beside what it became in each environment. */
export interface Resource {
  readonly key: string;
  readonly object: KubernetesObject;
  /** In the order of the app's pieces; undefined where an environment lacks it. */
  readonly built: readonly (Sourced | undefined)[];
}

/** An app and its overlay in each of the given pieces, in their order. */
export function draftApp(
  pieces: readonly Piece[],
  concessions: Concessions,
): { readonly app: DraftApp; readonly overlays: readonly DraftOverlay[] } {
  const [{ folder, name, base } = { folder: "", name: "", base: [] }] = pieces;
  const sources = [...new Set(pieces.flatMap(({ objects }) => objects.map(({ origin }) => origin)))].sort();
  const id = appId({ folder, name });
  if (concessions.raw.has(id)) {
    const app = { folder, name, resources: {}, sources };
    return { app, overlays: pieces.map((piece) => rawOverlay(app, piece)) };
  }
  const taken: TakenKeys = new Set();
  const all = resourcesOf(base, pieces, (sourced) => keyOf(taken, name, sourced));
  const shared = new Set(all.flatMap(({ built }) => built));
  const images = splittable(all) ? pieces.map((_, index) => imageOverrides(all, index)) : pieces.map(() => undefined);
  const resources =
    images[0] === undefined ? all : all.map((resource) => ({ ...resource, object: unversioned(resource.object) }));
  const app = {
    folder,
    name,
    resources: Object.fromEntries(resources.map(({ key, object }) => [key, object])),
    sources,
  };
  const overlays = pieces.map((piece, index) =>
    draftOverlay({
      app,
      piece: { ...piece, objects: piece.objects.filter((object) => !shared.has(object)) },
      pairs: resources.map(({ key, object, built }) => ({ key, object, built: built[index] })),
      images: images[index],
      json: concessions.jsonPatches.has(id),
    }),
  );
  return { app, overlays };
}

function keyOf(taken: TakenKeys, app: string, { object, origin, document }: Sourced): string {
  return objectKey(taken, object, { app, origin, alone: document?.alone === true });
}

/** The objects of a base that keep their name in some environment; Secrets are never part of a base. */
function resourcesOf(
  base: readonly Sourced[],
  pieces: readonly Piece[],
  key: (sourced: Sourced) => string,
): readonly Resource[] {
  return base.flatMap((sourced) => {
    if (sourced.object.kind === "Secret") return [];
    const built = pieces.map((piece) => counterpart(sourced, base, piece.objects));
    return built.some((object) => object !== undefined) ? [{ key: key(sourced), object: sourced.object, built }] : [];
  });
}

function counterpart(
  { object, origin }: Sourced,
  base: readonly Sourced[],
  built: readonly Sourced[],
): Sourced | undefined {
  const alike = (other: Sourced): boolean =>
    other.origin === origin && other.object.kind === object.kind && other.object.apiVersion === object.apiVersion;
  const named = built.find((other) => alike(other) && other.object.metadata.name === object.metadata.name);
  if (named !== undefined || object.kind !== "Namespace") return named;
  const renamed = built.filter(alike);
  return renamed.length === 1 && base.filter(alike).length === 1 ? renamed[0] : undefined;
}

/** Kustomize changes images by name, so containers of one image must have one version, and each container must still be there. */
function splittable(resources: readonly Resource[]): boolean {
  const count = resources[0]?.built.length ?? 0;
  return Array.from({ length: count }, (_, index) => index).every((index) => {
    const versions = new Map<string, string>();
    return resources.every(({ object, built }) => {
      const after = built[index];
      if (after === undefined) return true;
      const now = imagesOf(after.object);
      return [...imagesOf(object)].every(([container, image]) => {
        const { name } = imageParts(image);
        const reference = now.get(container);
        const { tag, digest } = imageParts(reference ?? "");
        if (reference === undefined || (tag === undefined && digest === undefined)) return false;
        const other = versions.get(name) ?? reference;
        versions.set(name, other);
        return other === reference;
      });
    });
  });
}

function imageOverrides(resources: readonly Resource[], index: number): Readonly<Record<string, ImageOverride>> {
  const overrides = resources.flatMap(({ object, built }) => {
    const now = imagesOf(built[index]?.object ?? {});
    return [...imagesOf(object)].flatMap(([container, image]) => {
      const after = now.get(container);
      if (after === undefined) return [];
      const { name, ...version } = imageParts(after);
      return [[container, name === imageParts(image).name ? version : { name, ...version }] as const];
    });
  });
  return Object.fromEntries(overrides);
}

function unversioned(object: KubernetesObject): KubernetesObject {
  return withImages(object, (_, image) => imageParts(image).name);
}
