import type { Resources } from "../../app";
import type { Fault } from "../../issue";
import type { ImageOverride } from "../../overlay";
import { imageParts, imageReference } from "../image";
import { listNames } from "../names";
import { containersOf, type BaseContainer } from "./pods";

const digest = /^sha256:[0-9a-f]{64}$/;
/** A cluster variable, whose value is known in the cluster alone. */
const variable = /\$\{[^}]*\}/g;
/** Registry, with its port, and path; as the reference of an image has them before its tag. */
const repository = /^([A-Za-z0-9.-]+(:[0-9]+)?\/)?[a-z0-9]+([._-]+[a-z0-9]+)*(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/;
const tag = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

type Images = Readonly<Record<string, ImageOverride>>;

/** What is wrong with an overlay's `images`, given the base that they name. */
export function imageFaults(resources: Resources, images: Images): readonly Fault[] {
  const containers = containersOf(resources);
  if (Object.keys(images).length === 0) return untagged(containers, images);
  const malformed = Object.entries(images).flatMap(([name, override]) => malformedParts(name, override));
  return [
    ...unknownContainers(containers, images),
    ...malformed,
    ...sharedImages(containers, images),
    ...untagged(containers, images),
  ];
}

function unknownContainers(containers: readonly BaseContainer[], images: Images): readonly Fault[] {
  const known = new Set(containers.map(({ name }) => name));
  return Object.keys(images)
    .filter((name) => !known.has(name))
    .map((name) => ({
      code: "unknown-container",
      resource: `images.${name}`,
      message: `the base has no such container. Known: ${listNames(known)}.`,
    }));
}

function malformedParts(name: string, override: ImageOverride): readonly Fault[] {
  const faults: Fault[] = [];
  const add = (part: string, value: string, wanted: string): number =>
    faults.push({
      code: "malformed-image",
      resource: `images.${name}.${part}`,
      message: `"${value}" is no ${part}: ${wanted}.`,
    });
  if (override.name !== undefined && !repository.test(override.name.replace(variable, "x")))
    add("name", override.name, "a registry and a path of lower-case letters, digits, dots, dashes and underscores");
  if (override.tag !== undefined && !tag.test(override.tag))
    add("tag", override.tag, "letters, digits, dots, dashes and underscores");
  if (override.digest !== undefined && !digest.test(override.digest))
    add("digest", override.digest, "sha256: and 64 hexadecimal digits");
  return faults;
}

/** Kustomize changes images by name: an override of one container reaches every container with that image. */
function sharedImages(containers: readonly BaseContainer[], images: Images): readonly Fault[] {
  return containers.flatMap((container) => {
    const override = images[container.name];
    if (override === undefined) return [];
    const { name } = imageParts(container.image);
    const other = containers.find(
      (candidate) => imageParts(candidate.image).name === name && !sameVersion(images[candidate.name], override),
    );
    if (other === undefined) return [];
    const message = `container ${other.name} of ${other.resource} has the same image ${name}, which kustomize would change too. Give both the same version.`;
    return [{ code: "shared-image", resource: `images.${container.name}`, message }];
  });
}

function sameVersion(a: ImageOverride | undefined, b: ImageOverride): boolean {
  return a !== undefined && imageReference("image", a) === imageReference("image", b);
}

function untagged(containers: readonly BaseContainer[], images: Images): readonly Fault[] {
  return containers.flatMap(({ resource, name, image }) => {
    const parts = imageParts(image);
    const override = images[name];
    const version = override?.tag ?? override?.digest ?? parts.tag ?? parts.digest;
    if (image === "" || version !== undefined) return [];
    const message = `container ${name} runs ${image} without a tag, so with whatever is latest. Give images.${name} a tag or a digest.`;
    return [{ code: "untagged-image", resource, message }];
  });
}
