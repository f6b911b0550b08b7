import { camelCase } from "../draft/object-keys";

/** Words that no constant of the written code may be named. */
const reserved = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in " +
    "instanceof new null return super switch this throw true try typeof var void while with yield let static await implements interface " +
    "package private protected public arguments eval environment overlay overlaysOf notDeployed imageReference layer versions images " +
    "rawFiles ageRecipients recipients code undefined customObject defineApp"
  ).split(" "),
);

/** A constant's name for an app, layer or environment: `certManager`. */
export function constantName(name: string, role: string, taken: readonly string[] = []): string {
  const camel = camelCase(name);
  return reserved.has(camel) || taken.includes(camel) ? camelCase(`${name}-${role}`) : camel;
}
/** Keys of versions files that written code names, by environment. */
export interface KeyUses {
  readonly noted: (environment: string, key: string | undefined) => string | undefined;
  readonly has: (key: string, environment?: string) => boolean;
}

/** Remembers which keys are named, so that no other is written. */
export function keyUses(): KeyUses {
  const uses = new Map<string, Set<string>>();
  return {
    noted: (environment, key) => {
      if (key !== undefined) uses.set(key, (uses.get(key) ?? new Set()).add(environment));
      return key;
    },
    has: (key, environment) => {
      const found = uses.get(key);
      return found !== undefined && (environment === undefined || found.has(environment));
    },
  };
}
