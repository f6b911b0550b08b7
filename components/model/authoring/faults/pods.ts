import type { Resources } from "../../app";
import { entriesOf, fieldsOf } from "../../object";

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

function podOf(object: object): Readonly<Record<string, unknown>> | undefined {
  const spec = fieldsOf(fieldsOf(object)?.["spec"]);
  const job = fieldsOf(fieldsOf(spec?.["jobTemplate"])?.["spec"]);
  return fieldsOf(fieldsOf((job ?? spec)?.["template"])?.["spec"]);
}
