import { containersOf } from "../../model/authoring/faults/pods";
import { imageParts } from "../../model/authoring/image";
import type { ImageOverride, Overlay } from "../../model/overlay";

/** An entry of `images` in a kustomization: kustomize finds images by name, wherever they stand. */
export interface KustomizeImage {
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly digest?: string;
}

/** The `images` of an overlay's kustomization, one an image name of the base, sorted by it. */
export function kustomizeImages({ app, images }: Overlay): readonly KustomizeImage[] {
  if (Object.keys(images).length === 0) return [];
  const entries = new Map<string, KustomizeImage>();
  for (const container of containersOf(app.resources)) {
    const override = Object.hasOwn(images, container.name) ? images[container.name] : undefined;
    const { name } = imageParts(container.image);
    if (override !== undefined && name !== "") entries.set(name, imageEntry(name, override));
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function imageEntry(name: string, override: ImageOverride): KustomizeImage {
  return {
    name,
    ...(override.name === undefined ? {} : { newName: override.name }),
    ...(override.tag === undefined ? {} : { newTag: override.tag }),
    ...(override.digest === undefined ? {} : { digest: override.digest }),
  };
}
