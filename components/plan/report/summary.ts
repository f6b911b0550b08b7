import { clusterOf } from "../paths/cluster-folders";
import type { Plan } from "../plan-types";

interface Unit {
  readonly created: string[];
  readonly changed: string[];
  readonly removed: string[];
}

/** What a plan changes, by app: `add web`, `update notes`, `add tunnel to notes`, `remove web`. */
export function summarize(
  plan: Plan,
  before: ReadonlyMap<string, string>,
  environments: readonly string[],
): readonly string[] {
  const name = (path: string): string => unitOf(path, environments);
  const unitsBefore = new Set([...before.keys()].map(name));
  const unitsAfter = new Set([...plan.tree.keys()].map(name));
  const phrases = [...unitsOf(plan, before, name)].map(([unit, changes]) => {
    if (!unitsBefore.has(unit)) return { verb: "add", object: unit };
    if (!unitsAfter.has(unit)) return { verb: "remove", object: unit };
    return part(unit, changes);
  });
  return ["add", "update", "remove"].flatMap((verb) => objectsOf(verb, phrases));
}

/** The verb stands once, before the first of its objects. */
function objectsOf(
  verb: string,
  phrases: readonly { readonly verb: string; readonly object: string }[],
): readonly string[] {
  const objects = phrases.filter((phrase) => phrase.verb === verb).map(({ object }) => object);
  return objects.map((object, index) => (index === 0 ? `${verb} ${object}` : object));
}

function part(unit: string, { created, changed, removed }: Unit): { readonly verb: string; readonly object: string } {
  const own = (paths: readonly string[]): readonly string[] =>
    paths.filter((path) => !path.endsWith("/kustomization.yaml")).map(fileName);
  const [[added, ...moreAdded], [gone, ...moreGone]] = [own(created), own(removed)];
  const others = own(changed).length;
  if (added !== undefined && moreAdded.length + others === 0 && gone === undefined)
    return { verb: "add", object: `${added} to ${unit}` };
  if (gone !== undefined && moreGone.length + others === 0 && added === undefined)
    return { verb: "remove", object: `${gone} from ${unit}` };
  return { verb: "update", object: unit };
}

function unitsOf(
  plan: Plan,
  before: ReadonlyMap<string, string>,
  name: (path: string) => string,
): ReadonlyMap<string, Unit> {
  const units = new Map<string, Unit>();
  const at = (path: string): Unit => {
    const unit = units.get(name(path)) ?? { created: [], changed: [], removed: [] };
    units.set(name(path), unit);
    return unit;
  };
  for (const path of [...plan.writes.keys(), ...plan.seals.keys()].sort()) {
    const unit = at(path);
    (before.has(path) ? unit.changed : unit.created).push(path);
  }
  for (const path of [...plan.deletes].sort()) at(path).removed.push(path);
  return units;
}

/** The part of the tree that people know a path by: an app's name, Flux, a cluster, or a layer's folder. */
function unitOf(path: string, environments: readonly string[]): string {
  const cluster = clusterOf(path);
  if (cluster !== undefined) return path.includes("/flux-system/") ? `Flux of ${cluster}` : `cluster ${cluster}`;
  const folders = path.split("/").slice(0, -1);
  const last = folders.at(-1);
  if (last === undefined) return path;
  return environments.includes(last) ? folders.slice(0, -1).join("/") || last : last;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.(sops\.)?ya?ml$/, "");
}
