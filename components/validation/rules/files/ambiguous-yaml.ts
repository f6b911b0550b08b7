import { parseDocument, parseYaml } from "../../../manifests/yaml";
import { isMapping } from "../../read/fields";
import type { Finding, TreeRule } from "../../rule";

const suspicious = /(?:^|[\s:\-[{,])(?:y|n|yes|no|on|off)\s*(?:$|[:,\]}#])/im;
/** Files that Flux may read; what lies in folders such as .github is for others. */
const manifest = /^[^.].*\.ya?ml$/;

/** Kubernetes reads YAML 1.1, where `on`, `y` and their like are no strings. */
export const ambiguousYaml: TreeRule = {
  code: "ambiguous-yaml",
  scope: "tree",
  about: "no plain yes, no, on, off, y or n stands where YAML 1.1 and 1.2 disagree on what it means",
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
    return differences(parseDocument(document).toJS(), parseYaml(document), "").map(({ field, written }) => ({
      path,
      message: `${field} is written ${written}, which Kubernetes reads as a boolean; write true or false, or put it in quotes`,
    }));
  } catch {
    return []; // A file that is no YAML does not build either, and is reported as such.
  }
}

interface Difference {
  readonly field: string;
  readonly written: string;
}

/** Where YAML 1.2 sees a string and YAML 1.1 a boolean, in values and in keys. */
function differences(modern: unknown, old: unknown, field: string): readonly Difference[] {
  if (typeof modern === "string" && typeof old === "boolean") return [{ field, written: modern }];
  if (Array.isArray(modern) && Array.isArray(old)) {
    return modern.flatMap((entry, index) => differences(entry, old[index], `${field}[${index}]`));
  }
  if (!isMapping(modern) || !isMapping(old)) return [];
  const keys = Object.keys(modern).filter((key) => !(key in old));
  const changed = keys.map((key) => ({
    field: `the key ${key} of ${field === "" ? "the document" : field}`,
    written: key,
  }));
  const inside = Object.entries(modern).flatMap(([key, entry]) =>
    differences(entry, old[key], field === "" ? key : `${field}.${key}`),
  );
  return [...changed, ...inside];
}
