import { parseDocument } from "../../components/manifests/yaml";
import type { Issue } from "../../components/model/issue";

type Fields = Readonly<Record<string, unknown>>;

/** Keys that a map of a versions file has. */
interface Keys {
  readonly required: readonly string[];
  /** Keys of which at least one must be there. */
  readonly oneOf?: readonly string[];
}

/** Reads parts of one versions file and collects what is wrong with them. */
export interface VersionsReader {
  readonly report: (code: string, key: string, message: string) => void;
  /** The file's root. */
  readonly document: (text: string) => unknown;
  /** A map with the known keys only; what is missing was reported where its parent was read. */
  readonly map: (key: string, raw: unknown, keys: Keys) => Fields;
  /** A string of the given form, or `undefined` when it is absent or wrong. */
  readonly string: (key: string, raw: unknown, form: RegExp) => string | undefined;
}

/** A reader that adds what it finds to `issues`. */
export function versionsReader(path: string, issues: Issue[]): VersionsReader {
  const report: VersionsReader["report"] = (code, key, message) =>
    issues.push({ code, path, ...(key === "" ? {} : { resource: key }), message });
  return {
    report,
    document: (text) => {
      try {
        const root: unknown = parseDocument(text).toJS();
        return root ?? {};
      } catch (error) {
        report("malformed-yaml", "", error instanceof Error ? error.message : String(error));
        return undefined;
      }
    },
    map: (key, raw, keys) => readMap({ key, raw, keys }, report),
    string: (key, raw, form) => {
      if (raw === undefined) return undefined;
      if (typeof raw === "string" && form.test(raw)) return raw;
      const problem =
        typeof raw === "string" ? "does not have the form of a version" : "is no string: put it in quotes";
      report("malformed-value", key, `${JSON.stringify(raw)} ${problem}.`);
      return undefined;
    },
  };
}

function readMap(
  { key, raw, keys }: { key: string; raw: unknown; keys: Keys },
  report: VersionsReader["report"],
): Fields {
  if (raw === undefined) return {};
  const known = [...keys.required, ...(keys.oneOf ?? [])];
  const list = known.join(", ");
  const below = (name: string): string => (key === "" ? name : `${key}.${name}`);
  if (!isFields(raw)) {
    report("malformed-value", key, `is no map of keys. Known here: ${list}.`);
    return {};
  }
  for (const name of Object.keys(raw)) {
    if (!known.includes(name)) report("unknown-key", below(name), `is not known here. Known: ${list}.`);
  }
  for (const name of keys.required) {
    if (raw[name] === undefined) report("missing-key", below(name), `is missing. Known here: ${list}.`);
  }
  if (keys.oneOf !== undefined && keys.oneOf.every((name) => raw[name] === undefined)) {
    report("missing-key", key, `has none of ${list}. Give it at least one of them.`);
  }
  return raw;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
