import { describeObject } from "../../../model/object";
import { at, mappingAt } from "../../read/fields";
import type { PlacedObject } from "../../gate-input";
import type { EnvironmentRule, Finding } from "../../rule";

/** What a patch adds to an encrypted Secret is plain text, and SOPS then fails to decrypt the whole. */
export const patchedCiphertext: EnvironmentRule = {
  code: "patched-ciphertext",
  scope: "environment",
  about: "an encrypted Secret is whole: no patch adds plain values to it, and none has lost its block sops",
  check({ objects }) {
    return objects.flatMap(({ object, origin }) => {
      const entries = ["data", "stringData"].flatMap((field) => Object.entries(mappingAt(object, field)));
      if (at(object, "sops") === undefined) return object.kind === "Secret" ? copied({ object, origin }, entries) : [];
      const plain = entries
        .filter(([, value]) => typeof value === "string" && !value.startsWith("ENC["))
        .map(([key]) => key);
      if (plain.length === 0) return [];
      return [
        {
          path: origin,
          resource: describeObject(object),
          message: `${plain.join(", ")} of this encrypted Secret ${plain.length === 1 ? "is" : "are"} plain text once built; remove the patch that sets it, and seal the value instead`,
        },
      ];
    });
  },
};

/** Ciphertext that was taken out of its file would be applied as it is. */
function copied(
  { object, origin }: Pick<PlacedObject, "object" | "origin">,
  entries: readonly (readonly [string, unknown])[],
): readonly Finding[] {
  const sealed = entries.filter(([, value]) => typeof value === "string" && value.startsWith("ENC["));
  if (sealed.length === 0) return [];
  const names = sealed.map(([key]) => key).join(", ");
  const message = `${names} of this Secret ${sealed.length === 1 ? "looks" : "look"} encrypted, but without the block sops nothing can decrypt it; take the whole encrypted file, or seal the value anew`;
  return [{ path: origin, resource: describeObject(object), message }];
}
