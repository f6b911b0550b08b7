import { at } from "../read/fields";
import { fieldPath, type SchemaFault, unknownField } from "./fault";

/** Reads ajv's errors: one fault a field, alternatives of a choice merged. */
export function describeErrors(errors: readonly Readonly<Record<string, unknown>>[]): readonly SchemaFault[] {
  const faults = new Map<string, SchemaFault>();
  for (const error of errors) {
    if (["anyOf", "oneOf", "allOf", "if"].includes(String(error.keyword)) && errors.length > 1) continue;
    const fault = describeError(error);
    const known = faults.get(fault.field);
    if (known === undefined) faults.set(fault.field, fault);
    else if (!known.problem.includes(fault.problem))
      faults.set(fault.field, { ...fault, problem: `${known.problem}, or ${fault.problem}` });
  }
  return [...faults.values()];
}

function describeError(error: Readonly<Record<string, unknown>>): SchemaFault {
  const pointer = String(error.instancePath);
  const params = error.params;
  switch (error.keyword) {
    case "required":
      return { field: fieldPath(`${pointer}/${String(at(params, "missingProperty"))}`), problem: "is required" };
    case "additionalProperties":
      return {
        field: fieldPath(`${pointer}/${String(at(params, "additionalProperty"))}`),
        problem: unknownField,
      };
    case "type":
      return { field: fieldPath(pointer), problem: `must be of type ${String(at(params, "type"))}` };
    case "enum":
      return { field: fieldPath(pointer), problem: `must be one of ${JSON.stringify(at(params, "allowedValues"))}` };
    case "pattern":
      return { field: fieldPath(pointer), problem: `must match ${String(at(params, "pattern"))}` };
    default:
      return {
        field: fieldPath(pointer),
        problem:
          typeof error.message === "string"
            ? error.message
            : `fails ${String(error.keyword)} (${JSON.stringify(params)})`,
      };
  }
}
