import type { KubernetesObject } from "../../../model/object";
import { isMapping, type Mapping, mappingAt, mappingsAt, stringAt } from "../../../validation/read/fields";
import { groupOf, versionOf } from "../../../validation/read/identity";

/** The schema of a custom kind, where the tree holds its definition. */
export type SchemaOf = (object: KubernetesObject) => Mapping | undefined;

/** Finds the schemas of the definitions among some objects. */
export function schemasIn(objects: Iterable<KubernetesObject>): SchemaOf {
  const schemas = new Map<string, Mapping>();
  for (const definition of objects) {
    if (definition.kind !== "CustomResourceDefinition") continue;
    const kind = `${stringAt(definition, "spec", "group") ?? ""}/${stringAt(definition, "spec", "names", "kind") ?? ""}`;
    for (const version of mappingsAt(definition, "spec", "versions"))
      schemas.set(`${kind}/${stringAt(version, "name") ?? ""}`, mappingAt(version, "schema", "openAPIV3Schema"));
  }
  return (object) => schemas.get(`${groupOf(object)}/${object.kind}/${versionOf(object)}`);
}

/** A value with the defaults of its schema, as the API server fills them in: in what is there, from the outside in. */
export function schemaFilled(value: unknown, schema: Mapping): unknown {
  if (Array.isArray(value)) return value.map((entry) => schemaFilled(entry, mappingAt(schema, "items")));
  if (!isMapping(value)) return value;
  const properties = mappingAt(schema, "properties");
  const missing = Object.entries(properties).flatMap(([key, property]) =>
    value[key] === undefined && isMapping(property) && property.default !== undefined
      ? [[key, property.default] as const]
      : [],
  );
  const others = mappingAt(schema, "additionalProperties");
  const entries = [...Object.entries(value), ...missing].map(([key, entry]) => {
    const property = properties[key];
    return [key, schemaFilled(entry, isMapping(property) ? property : others)] as const;
  });
  return Object.fromEntries(entries);
}
