import type { Fault } from "../../issue";

const fileName = /^[A-Za-z0-9][A-Za-z0-9-]*$/;

/** What is wrong with keys that become names of files in one folder; `prefix` says where the keys stand. */
export function fileNameFaults(prefix: string, keys: readonly string[]): readonly Fault[] {
  const seen = new Map<string, string>();
  return keys.flatMap((key) => {
    const faults: Fault[] = [];
    const report = (code: string, message: string): number =>
      faults.push({ code, resource: `${prefix}${key}`, message });
    const folded = key.replaceAll("-", "").toLowerCase();
    const taken = seen.get(folded);
    seen.set(folded, key);
    if (!fileName.test(key) || folded === "kustomization" || folded.endsWith("patch")) {
      report("malformed-name", `"${key}" names no file: letters, digits and dashes; not kustomization nor …patch.`);
    }
    if (taken !== undefined) report("duplicate-file", `${key} and ${taken} would be one file. Rename one of them.`);
    return faults;
  });
}
