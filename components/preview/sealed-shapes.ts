import { parseYaml } from "../manifests/yaml";
import type { FileTree, SealedFile } from "../model/file-tree";
import { canonical } from "./compare/canonical";
import { at, mappingAt, mappingsAt, stringAt } from "../validation/read/fields";

/**
 * Sealed files of an environment whose ciphertext no longer fits what is wanted, as far as it is readable without a key: other entries, another
 * name or type, other recipients. A changed value alone cannot be seen here.
 */
export function outdatedSeals(
  tree: FileTree,
  environment: string,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, SealedFile> {
  const outdated = new Map<string, SealedFile>();
  for (const [path, file] of tree) {
    if (file.kind !== "sealed" || file.environment !== environment) continue;
    const text = texts.get(path);
    const shape = text === undefined ? undefined : sealedShape(text);
    if (shape !== undefined && shape !== wantedShape(file)) outdated.set(path, file);
  }
  return outdated;
}

function wantedShape({ secret, recipients }: SealedFile): string {
  return canonical([
    secret.name,
    secret.namespace ?? "",
    secret.type ?? "Opaque",
    Object.keys(secret.stringData).sort(),
    [...recipients].sort(),
  ]);
}

/** Undefined where the text is no encrypted Secret. */
function sealedShape(text: string): string | undefined {
  try {
    const value = parseYaml(text);
    if (at(value, "sops") === undefined) return undefined;
    const entries = { ...mappingAt(value, "data"), ...mappingAt(value, "stringData") };
    return canonical([
      stringAt(value, "metadata", "name") ?? "",
      stringAt(value, "metadata", "namespace") ?? "",
      stringAt(value, "type") ?? "Opaque",
      Object.keys(entries).sort(),
      mappingsAt(value, "sops", "age")
        .map((entry) => stringAt(entry, "recipient") ?? "")
        .sort(),
    ]);
  } catch {
    return undefined;
  }
}
