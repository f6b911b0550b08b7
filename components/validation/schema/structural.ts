import { closestName } from "../../model/report/closest";
import { isMapping, type Mapping } from "../read/fields";
import type { SchemaFault } from "./fault";
import { lengthFaults, numberFaults, stringFaults } from "./limits";

const objectFields = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Checks an object against the structural schema of its CustomResourceDefinition, as the API server would with strict field validation: what it would prune is
 * a fault. Its rules in CEL are another matter, see `ruleFaults`.
 */
export function structuralFaults(schema: Mapping, object: unknown): readonly SchemaFault[] {
  return check({ ...schema, "x-kubernetes-embedded-resource": true }, object, "");
}

function check(schema: Mapping, value: unknown, field: string): readonly SchemaFault[] {
  if (value === null && schema.nullable === true) return [];
  const type = typeFault(schema, value, field);
  if (type !== undefined) return [type];
  return [...ownFaults(schema, value, field), ...choiceFaults(schema, value, field)];
}

function ownFaults(schema: Mapping, value: unknown, field: string): readonly SchemaFault[] {
  const { enum: allowed } = schema;
  if (Array.isArray(allowed) && !allowed.includes(value)) {
    return [
      {
        field,
        problem: `is ${JSON.stringify(value)}, but must be one of ${allowed.map((entry) => JSON.stringify(entry)).join(", ")}`,
      },
    ];
  }
  if (typeof value === "string") return stringFaults(schema, value, field);
  if (typeof value === "number") return numberFaults(schema, value, field);
  if (Array.isArray(value)) {
    const { items } = schema;
    const inside = isMapping(items) ? value.flatMap((entry, index) => check(items, entry, `${field}[${index}]`)) : [];
    return [...lengthFaults(schema, value.length, field), ...inside];
  }
  return isMapping(value) ? objectFaults(schema, value, field) : [];
}

function objectFaults(schema: Mapping, value: Mapping, field: string): readonly SchemaFault[] {
  const properties = isMapping(schema.properties) ? schema.properties : undefined;
  const inside = Object.entries(value).flatMap(([key, entry]) => {
    const known = properties?.[key];
    if (isMapping(known)) return check(known, entry, joined(field, key));
    if (isMapping(schema.additionalProperties)) return check(schema.additionalProperties, entry, joined(field, key));
    return takesAnyKey(schema, properties, key) ? [] : [unknownKey(properties ?? {}, joined(field, key), key)];
  });
  const required = (Array.isArray(schema.required) ? schema.required : [])
    .filter((key) => typeof key === "string" && value[key] === undefined)
    .map((key) => ({ field: joined(field, String(key)), problem: "is required" }));
  return [...required, ...inside];
}

function takesAnyKey(schema: Mapping, properties: Mapping | undefined, key: string): boolean {
  if (schema["x-kubernetes-preserve-unknown-fields"] === true || schema.additionalProperties === true) return true;
  if (schema["x-kubernetes-embedded-resource"] === true && objectFields.has(key)) return true;
  return properties === undefined;
}

function unknownKey(properties: Mapping, field: string, key: string): SchemaFault {
  const meant = closestName(Object.keys(properties), key);
  const remedy = meant === undefined ? "check its spelling and its indentation" : `did you mean ${meant}?`;
  return { field, problem: `is no field of this kind; ${remedy}` };
}

function typeFault(schema: Mapping, value: unknown, field: string): SchemaFault | undefined {
  const wanted = schema["x-kubernetes-int-or-string"] === true ? "integer or string" : schema.type;
  if (typeof wanted !== "string" || hasType(wanted, value)) return undefined;
  return { field, problem: `is ${shortValue(value)}, but must be of type ${wanted}` };
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case "object":
      return isMapping(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "integer or string":
      return Number.isInteger(value) || typeof value === "string";
    default:
      return typeof value === type;
  }
}

/** The branches of a choice restate conditions on fields that the schema itself declares. */
function choiceFaults(schema: Mapping, value: unknown, field: string): readonly SchemaFault[] {
  const passing = (branches: readonly unknown[]): number =>
    branches.filter((branch) => isMapping(branch) && check(openBranch(branch), value, field).length === 0).length;
  const { allOf, anyOf, oneOf, not } = schema;
  const all = Array.isArray(allOf)
    ? allOf.filter(isMapping).flatMap((branch) => check(openBranch(branch), value, field))
    : [];
  const any =
    Array.isArray(anyOf) && passing(anyOf) === 0 ? [{ field, problem: `fits none of ${JSON.stringify(anyOf)}` }] : [];
  const one =
    Array.isArray(oneOf) && passing(oneOf) !== 1
      ? [{ field, problem: `must fit exactly one of ${JSON.stringify(oneOf)}` }]
      : [];
  const none =
    isMapping(not) && passing([not]) === 1 ? [{ field, problem: `must not fit ${JSON.stringify(not)}` }] : [];
  return [...all, ...any, ...one, ...none];
}

/** A branch names some fields and leaves the others to the schema around it, at any depth. */
function openBranch(branch: Mapping): Mapping {
  const properties = isMapping(branch.properties)
    ? Object.fromEntries(
        Object.entries(branch.properties).map(([key, entry]) => [key, isMapping(entry) ? openBranch(entry) : entry]),
      )
    : undefined;
  return {
    ...branch,
    ...(properties === undefined ? {} : { properties }),
    "x-kubernetes-preserve-unknown-fields": true,
  };
}

function joined(field: string, key: string): string {
  return field === "" ? key : `${field}.${key}`;
}

function shortValue(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
