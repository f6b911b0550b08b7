import type { Resources } from "../../app";

/** One container of a base, as far as overlays name it. */
export interface BaseContainer {
  /** Name of the resource that holds it. */
  readonly resource: string;
  readonly name: string;
  readonly image: string;
}

/** What was found in a base: its overlays ask again and again. */
const found = new WeakMap<Resources, readonly BaseContainer[]>();

/** All containers and init containers of a base's workloads. */
export function containersOf(resources: Resources): readonly BaseContainer[] {
  const known = found.get(resources) ?? findContainers(resources);
  found.set(resources, known);
  return known;
}

function findContainers(resources: Resources): readonly BaseContainer[] {
  return Object.entries(resources).flatMap(([resource, object]) => {
    const pod = podOf(object);
    return [...entriesOf(pod?.["containers"]), ...entriesOf(pod?.["initContainers"])].map((container) => ({
      resource,
      name: String(container["name"]),
      image: typeof container["image"] === "string" ? container["image"] : "",
    }));
  });
}

/** The value as a map of fields, or `undefined` when it is no plain object: a Date has no fields. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ? (value as Record<string, unknown>) : undefined;
}

/** The entries of a list that are maps of fields; none when the value is no list. */
export function entriesOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(fieldsOf).filter((entry) => entry !== undefined) : [];
}

function podOf(object: object): Readonly<Record<string, unknown>> | undefined {
  const spec = fieldsOf(fieldsOf(object)?.["spec"]);
  const job = fieldsOf(fieldsOf(spec?.["jobTemplate"])?.["spec"]);
  return fieldsOf(fieldsOf((job ?? spec)?.["template"])?.["spec"]);
}
