import type { Issue } from "../model/issue";
import type { EnvironmentChanges, PrunedObject } from "./changes";
import { describeCause } from "./describe";
import { companions } from "./grave";

/** Issues beyond this many are told by kind and namespace. */
const listedIssues = 20;

/**
 * Whether the configuration allows that an object is deleted: an entry names it (`Deployment web/web`), or ends in `*` and begins its name
 * (`ConfigMap web/*`). What goes in another environment's cluster needs that environment before it: `production: Deployment web/web`.
 */
export function allowances(entries: readonly string[], environment: string | undefined): (name: string) => boolean {
  const prefix = environment === undefined ? "" : `${environment}: `;
  const own = entries.filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(prefix.length));
  const exact = new Set(own);
  const begins = own.filter((entry) => entry.endsWith("*")).map((entry) => entry.slice(0, -1));
  return (name) => exact.has(name) || begins.some((start) => name.startsWith(start));
}

/** One issue for each object that Flux would delete and the configuration does not allow; of many, one a kind and namespace. */
export function pruneIssues(environments: readonly EnvironmentChanges[], own: string): readonly Issue[] {
  const reached = environments.filter(({ reach }) => reach.kind !== "release");
  const found = reached.flatMap(({ environment, pruned }) => {
    const prefix = environment === own ? "" : `${environment}: `;
    return pruned
      .filter(({ allowed }) => !allowed)
      .map((object) => ({ object, entry: `${prefix}${object.name}`, prefix }));
  });
  return found.length > listedIssues ? groupedIssues(found) : found.map(({ object, entry }) => issueOf(object, entry));
}

/** One sentence for each entry that nothing needs; it does no harm, and would let a later deletion pass unseen. */
export function unusedAllowances(
  entries: readonly string[],
  environments: readonly EnvironmentChanges[],
  own: string,
): readonly string[] {
  const isUsed = (entry: string): boolean =>
    environments.some(({ environment, pruned }) => {
      const isAllowed = allowances([entry], environment === own ? undefined : environment);
      return pruned.some(({ name }) => isAllowed(name));
    });
  return entries
    .filter((entry) => !isUsed(entry))
    .map(
      (entry) =>
        `\`allowPrune\` still lists ${JSON.stringify(entry)}, and nothing of that name is deleted: remove it, so that a later deletion does not pass unseen`,
    );
}

interface Refused {
  readonly object: PrunedObject;
  /** What would allow it. */
  readonly entry: string;
  readonly prefix: string;
}

function issueOf(object: PrunedObject, entry: string): Issue {
  const along = companions(object.kind);
  const message =
    `Flux would delete it${along === undefined ? "" : `, ${along}`}: ${describeCause(object.cause)}. ` +
    `Keep it in stacks/, or allow this one by the key \`allowPrune\` of the stack's configuration: ${JSON.stringify(entry)}`;
  return { code: "prune-not-allowed", path: object.origin, resource: entry, message };
}

function groupedIssues(found: readonly Refused[]): readonly Issue[] {
  const groups = new Map<string, [Refused, ...Refused[]]>();
  for (const refused of found) {
    const key = groupOf(refused);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [refused]);
    else group.push(refused);
  }
  return [...groups].map(([entry, [{ object, entry: name }, ...more]]): Issue => {
    if (more.length === 0) return issueOf(object, name);
    const message =
      `Flux would delete ${more.length + 1} objects, the first being ${object.name}: ${describeCause(object.cause)}. ` +
      `Keep them in stacks/, or allow them by the key \`allowPrune\` of the stack's configuration: ${JSON.stringify(entry)}`;
    return { code: "prune-not-allowed", path: object.origin, resource: entry, message };
  });
}

/** `ConfigMap web/*`; what has no namespace is allowed one by one. */
function groupOf({ object, entry, prefix }: Refused): string {
  const slash = object.name.indexOf("/");
  return slash < 0 ? entry : `${prefix}${object.name.slice(0, slash)}/*`;
}
