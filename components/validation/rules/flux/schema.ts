import { describeObject } from "../../../model/object";
import type { PlacedObject } from "../../gate-input";
import { at, isMapping } from "../../read/fields";
import { substitutes } from "../../read/substitution";
import type { SchemaFault } from "../../schema/fault";
import type { EnvironmentRule } from "../../rule";

/** The API server would refuse the object, or drop the field without a word. What is encrypted has its form only once decrypted. */
export const schema: EnvironmentRule = {
  code: "schema",
  scope: "environment",
  about: "every object fits the schema of its kind, without unknown fields",
  check(environment) {
    const readable = environment.objects.filter(({ object }) => at(object, "sops") === undefined);
    return readable.flatMap((built) =>
      (environment.schemaFaults(built) ?? []).filter(isKnown(built)).map(({ field, problem }) => ({
        path: built.origin,
        resource: describeObject(built.object),
        message: `${field} ${problem}`,
        parts: [field.replace(/^.*[.\]]/, "")],
      })),
    );
  },
};

/** What a field will be is not known while it holds a variable that Flux has yet to put in. */
function isKnown({ object, layer }: PlacedObject): (fault: SchemaFault) => boolean {
  if (!substitutes(layer)) return () => true;
  return ({ field }) => {
    const value = valueAt(object, field);
    return typeof value !== "string" || !value.includes("${");
  };
}

/** The value of `spec.ports[0].port`; keys may hold dots themselves. */
function valueAt(value: unknown, field: string): unknown {
  if (field === "") return value;
  const [, index, others = ""] = /^\[(\d+)\]\.?(.*)$/s.exec(field) ?? [];
  if (index !== undefined) return Array.isArray(value) ? valueAt(value[Number(index)], others) : undefined;
  if (!isMapping(value)) return undefined;
  const key = Object.keys(value).find(
    (name) => field === name || (/^[.[]/.test(field.slice(name.length)) && field.startsWith(name)),
  );
  return key === undefined ? undefined : valueAt(value[key], field.slice(key.length).replace(/^\./, ""));
}
