import { entriesOf } from "../../model/object";
import type { Fault } from "../../model/issue";
import type { KubernetesObject } from "../../model/object";
import type { JsonPatchOperation } from "../../model/overlay";
import { valueAt } from "../app/fields";

/** A flag that may be given several times: what it says adds up. */
const repeatable = "feature-gates";

/** Appends flags to the arguments of a controller's first container, by a JSON patch: a merge would replace them all. */
export function changedArguments(
  deployment: KubernetesObject,
  args: object,
): { readonly operations: readonly JsonPatchOperation[]; readonly faults: readonly Fault[] } {
  const [container] = entriesOf(valueAt(deployment, ["spec", "template", "spec", "containers"]));
  const present = Array.isArray(container?.["args"]) ? container["args"].map((arg) => flagOf(String(arg))) : [];
  const given = Object.entries(args).filter((entry): entry is [string, unknown] => entry[1] !== undefined);
  const faults = given.flatMap(([flag, value]) => faultsOf(flag, value, present));
  const operations = given.map(([flag, value]) => ({
    op: "add" as const,
    path: "/spec/template/spec/containers/0/args/-" as const,
    value: `--${flag}=${textOf(value) ?? ""}`,
  }));
  return { operations, faults };
}

function faultsOf(flag: string, value: unknown, present: readonly string[]): readonly Fault[] {
  const resource = `args.${flag}`;
  if (!/^[a-z][a-z0-9-]*$/.test(flag))
    return [
      { code: "malformed-argument", resource, message: `"${flag}" is no flag: write it without dashes up front.` },
    ];
  if (flag !== repeatable && present.includes(flag)) {
    const message = `--${flag} is given already, by the release and the stack's configuration. Change it there.`;
    return [{ code: "decided-argument", resource, message }];
  }
  if (textOf(value) !== undefined) return [];
  return [{ code: "malformed-argument", resource, message: `${JSON.stringify(value)} is no value of a flag.` }];
}

function flagOf(argument: string): string {
  return argument.replace(/^--?/, "").split("=", 1)[0] ?? "";
}

/** `true`, `20`, `5s`, or `A=true,B=false`. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value)
    .map(([key, item]) => `${key}=${String(item)}`)
    .join(",");
}
