import { imageParts } from "../../model/authoring/image";
import type { ImageOverride } from "../../model/overlay";
import { imagesOf } from "../draft/containers";
import type { Draft, DraftOverlay } from "../draft/draft";
import { keyUses } from "./names";

/** An image that versions files name. */
interface VersionedImage {
  readonly key: string;
  readonly name: string;
  /** Environment → its version. */
  readonly versions: Map<string, ImageOverride>;
}

/** Finds the key of a versions file that an image has in an environment. */
export interface ImageVersions {
  /** Keys that the code written so far names, of one environment or of any. */
  readonly keys: (environment?: string) => readonly string[];
  readonly keyOf: (environment: string, image: string) => string | undefined;
  /** The text of an environment's versions file. */
  readonly file: (content: VersionsContent) => string;
}

/** What an environment's versions file holds beside the images. */
export interface VersionsContent {
  readonly environment: string;
  readonly flux: string;
  /** Entries of `charts`. */
  readonly charts: string;
}

/** Gathers the images of all overlays, one key for each image and version that go together. */
export function imageVersions({ environments }: Draft): ImageVersions {
  const images: VersionedImage[] = [];
  for (const { name: environment, layers } of environments)
    for (const { overlays } of layers)
      for (const overlay of overlays)
        for (const [container, image] of containersOf(overlay))
          register(images, { environment, container, image, app: overlay.app.name });
  const found = (environment: string, image: string): VersionedImage | undefined =>
    images.find(
      (candidate) =>
        candidate.name === imageParts(image).name && sameVersion(candidate.versions.get(environment), image),
    );
  const uses = keyUses();
  return {
    keys: (environment) => images.map(({ key }) => key).filter((key) => uses.has(key, environment)),
    keyOf: (environment, image) => uses.noted(environment, found(environment, image)?.key),
    file: (content) =>
      versionsText(
        images.filter(({ key }) => uses.has(key, content.environment)),
        content,
      ),
  };
}

function containersOf({ app, images, add }: DraftOverlay): readonly (readonly [string, string])[] {
  const based = Object.values(app.resources).flatMap((object) =>
    [...imagesOf(object)].flatMap(([container, image]) => {
      const override = images[container];
      return override === undefined ? [] : [[container, overridden(image, override)] as const];
    }),
  );
  return [...based, ...Object.values(add).flatMap((object) => [...imagesOf(object)])];
}

/** The reference that a container's image has with its override. */
export function overridden(image: string, { name = imageParts(image).name, tag, digest }: ImageOverride): string {
  return `${name}${tag === undefined ? "" : `:${tag}`}${digest === undefined ? "" : `@${digest}`}`;
}

interface Use {
  readonly environment: string;
  readonly container: string;
  readonly image: string;
  readonly app: string;
}

function register(images: VersionedImage[], { environment, container, image, app }: Use): void {
  const { name, ...version } = imageParts(image);
  if (!isVersion(version)) return;
  const same = images.filter((candidate) => candidate.name === name);
  const open = same.find(({ versions }) => {
    const known = versions.get(environment);
    return known === undefined || sameVersion(known, image);
  });
  if (open !== undefined) open.versions.set(environment, version);
  else {
    const wanted = [container, `${app}-${container}`, `${app}-${container}-${images.length}`];
    const key = wanted.find((candidate) => !images.some((other) => other.key === candidate)) ?? container;
    images.push({ key, name, versions: new Map([[environment, version]]) });
  }
}

/** What versions files take for a version. */
function isVersion({ tag, digest }: ImageOverride): boolean {
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest)) return false;
  return tag === undefined ? digest !== undefined : /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(tag);
}

function sameVersion(known: ImageOverride | undefined, image: string): boolean {
  const { tag, digest } = imageParts(image);
  return known !== undefined && known.tag === tag && known.digest === digest;
}

function versionsText(images: readonly VersionedImage[], { environment, flux, charts }: VersionsContent): string {
  const entries = images.map(({ key, name, versions }) => {
    const { tag, digest } = versions.get(environment) ?? {};
    const lines = [
      ...(tag === undefined ? [] : [`    tag: ${JSON.stringify(tag)}`]),
      ...(digest === undefined ? [] : [`    digest: ${JSON.stringify(digest)}`]),
    ];
    return `  # renovate: datasource=docker depName=${name}\n  ${key}:\n${lines.join("\n")}\n`;
  });
  return `# Every version that ${environment} runs. Bots write here and nowhere else: the monorepo's YAML is generated from it.
# An image has a tag, a digest (sha256:...), or both; keep versions in quotes, so that 1.10 stays 1.10.

# renovate: datasource=github-releases depName=fluxcd/flux2
flux: ${JSON.stringify(flux)}

images:${entries.length === 0 ? " {}" : ""}
${entries.join("")}
charts:${charts === "" ? " {}" : ""}
${charts}`;
}
