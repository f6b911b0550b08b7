import { isMapping } from "../../kustomize/tree/parse";

type Fields = Readonly<Record<string, unknown>>;

const lists: readonly string[] = ["containers", "initContainers"];
const toPod: readonly string[] = ["spec", "template", "jobTemplate"];

/** The object with the image of each container of its pods changed; those that are given `undefined` stay. */
export function withImages<T extends object>(object: T, change: (container: string, image: string) => unknown): T {
  return visit(Object.fromEntries(Object.entries(object)), change) as T;
}

/** Container → image, of the pods that an object runs. */
export function imagesOf(object: object): ReadonlyMap<string, string> {
  const images = new Map<string, string>();
  withImages(object, (container, image) => {
    images.set(container, image);
    return undefined;
  });
  return images;
}

function visit(fields: Fields, change: (container: string, image: string) => unknown): Fields {
  const entries = Object.entries(fields).map(([key, value]) => {
    if (toPod.includes(key) && isMapping(value)) return [key, visit(value, change)] as const;
    if (lists.includes(key) && Array.isArray(value))
      return [key, value.map((entry) => changed(entry, change))] as const;
    return [key, value] as const;
  });
  return Object.fromEntries(entries);
}

function changed(container: unknown, change: (container: string, image: string) => unknown): unknown {
  if (!isMapping(container) || typeof container.image !== "string" || typeof container.name !== "string")
    return container;
  const image = change(container.name, container.image);
  return image === undefined ? container : { ...container, image };
}
