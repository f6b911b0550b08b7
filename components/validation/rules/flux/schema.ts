import { describeObject } from "../../../model/object";
import { at } from "../../read/fields";
import type { EnvironmentRule } from "../../rule";

/** The API server would refuse the object, or drop the field without a word. What is encrypted has its form only once decrypted. */
export const schema: EnvironmentRule = {
  code: "schema",
  scope: "environment",
  about: "every object fits the schema of its kind, without unknown fields",
  check(environment) {
    const readable = environment.objects.filter(({ object }) => at(object, "sops") === undefined);
    return readable.flatMap((built) =>
      (environment.schemaFaults(built) ?? []).map(({ field, problem }) => ({
        path: built.origin,
        resource: describeObject(built.object),
        message: `${field} ${problem}`,
      })),
    );
  },
};
