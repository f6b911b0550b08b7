import { parseDocument, parseYaml } from "../../../manifests/yaml";
import { isMapping } from "../../read/fields";
import type { Finding, TreeRule } from "../../rule";

const suspicious =
  /(?:^|[\s:\-[{,])(?:y|n|yes|no|on|off|[-+]?(?:0b[01_]+|[0-9][0-9_.]*_[0-9_.]*|0x[0-9a-f]*_[0-9a-f_]*))\s*(?:$|[:,\]}#])/im;
/** Files that Flux may read; what lies in folders such as .github is for others. */
const manifest = /^[^.].*\.ya?ml$/;

/** Kubernetes reads YAML 1.1, where `on`, `y` and their like are booleans, `1_000` and `0b101` numbers. */
export const ambiguousYaml: TreeRule = {
  code: "ambiguous-yaml",
  scope: "tree",
  about: "no plain yes, no, on, off, y or n, and no number such as 1_000, stands where YAML 1.1 and 1.2 disagree on it",
  *check({ tree }) {
    for (const [path, content] of tree.files) {
      if (!manifest.test(path) || !suspicious.test(content)) continue;
      for (const document of content.split(/^---.*$/m))
        if (suspicious.test(document)) yield* findingsOf(path, document);
    }
  },
};

function findingsOf(path: string, document: string): readonly Finding[] {
  try {
    return differences(parseDocument(document).toJS(), parseYaml(document), "").map(({ field, written, read }) => {
      const instead = typeof read === "number" ? `the number ${read}; write it so` : "a boolean; write true or false";
      return {
        path,
        message: `${field} is written ${written}, which Kubernetes reads as ${instead}, or put it in quotes`,
      };
    });
  } catch {
    return []; // A file that is no YAML does not build either, and is reported as such.
  }
}

interface Difference {
  readonly field: string;
  readonly written: string;
  /** What Kubernetes makes of it. */
  readonly read: unknown;
}

/** Where YAML 1.2 sees a string and YAML 1.1 a boolean or a number, in values and in keys. */
function differences(modern: unknown, old: unknown, field: string): readonly Difference[] {
  if (typeof modern === "string" && (typeof old === "boolean" || typeof old === "number"))
    return [{ field, written: modern, read: old }];
  if (Array.isArray(modern) && Array.isArray(old)) {
    return modern.flatMap((entry, index) => differences(entry, old[index], `${field}[${index}]`));
  }
  if (!isMapping(modern) || !isMapping(old)) return [];
  const keys = Object.keys(modern).filter((key) => !(key in old));
  const changed = keys.map((key) => ({
    field: `the key ${key} of ${field === "" ? "the document" : field}`,
    written: key,
    read: /^[-+]?[0-9]/.test(key) ? Number(parseYaml(key)) : true,
  }));
  const inside = Object.entries(modern).flatMap(([key, entry]) =>
    differences(entry, old[key], field === "" ? key : `${field}.${key}`),
  );
  return [...changed, ...inside];
}
