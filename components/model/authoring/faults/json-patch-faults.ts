import type { Fault } from "../../issue";
import type { Overlay } from "../../overlay";

/** An operation as JavaScript, or a variable of a wider type, may give it. */
type Operation = Readonly<Record<string, unknown>>;

/** `op` → the fields that it needs besides `path`. */
const needs: Readonly<Record<string, readonly ("from" | "value")[]>> = {
  add: ["value"],
  replace: ["value"],
  test: ["value"],
  remove: [],
  move: ["from"],
  copy: ["from"],
};

const pointer = /^(\/([^~/]|~[01])*)*$/;

/** What is wrong with the operations of an overlay's JSON patches, whatever they are applied to. */
export function jsonPatchFaults({ jsonPatches }: Overlay): readonly Fault[] {
  return Object.entries(jsonPatches).flatMap(([name, operations]) =>
    operationFaults(`jsonPatches.${name}`, operations),
  );
}

/** What is wrong with operations that stand at `resource`. */
export function operationFaults(resource: string, operations: readonly Operation[]): readonly Fault[] {
  return operations.flatMap((operation, index) =>
    faultsOf(operation).map((fault) => ({ ...fault, resource: `${resource}[${index}]` })),
  );
}

function faultsOf(operation: Operation): readonly Omit<Fault, "resource">[] {
  const op = String(operation["op"]);
  const needed = Object.hasOwn(needs, op) ? needs[op] : undefined;
  if (needed === undefined) {
    const message = `${op} is no operation. Known: ${Object.keys(needs).join(", ")}.`;
    return [{ code: "unknown-operation", message }];
  }
  const pointers = ["path", ...needed.filter((field) => field === "from")];
  return [
    ...pointers.flatMap((field) => pointerFaults(field, operation[field])),
    ...(needed.includes("value") && operation["value"] === undefined
      ? [{ code: "missing-value", message: `${op} needs a value. Give one, or use remove.` }]
      : []),
  ];
}

function pointerFaults(field: string, value: unknown): readonly Omit<Fault, "resource">[] {
  if (typeof value === "string" && value !== "" && pointer.test(value)) return [];
  const message = `the ${field} ${value === undefined ? "undefined" : JSON.stringify(value)} is no JSON pointer: it begins with a slash, and in a key ~ is written ~0 and / is written ~1.`;
  return [{ code: "malformed-pointer", message }];
}
