import type { ImageOverride } from "../overlay";

/** The parts of an image reference; `name` keeps its registry. */
export interface ImageParts {
  readonly name: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** Takes an image reference apart: `ghcr.io/org/app:1.2@sha256:…`. */
export function imageParts(image: string): ImageParts {
  const [reference = "", digest] = image.split("@");
  const colon = reference.indexOf(":", reference.lastIndexOf("/") + 1);
  const name = colon < 0 ? reference : reference.slice(0, colon);
  return {
    name,
    ...(colon < 0 ? {} : { tag: reference.slice(colon + 1) }),
    ...(digest === undefined ? {} : { digest }),
  };
}

/** An image reference from its name and a version; for objects that an overlay adds, which its `images` do not name. */
export function imageReference(name: string, version: ImageOverride): string {
  const { tag, digest } = version;
  return `${version.name ?? name}${tag === undefined ? "" : `:${tag}`}${digest === undefined ? "" : `@${digest}`}`;
}
