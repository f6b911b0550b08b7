import { describeObject } from "../../../model/object";
import { at, mappingAt } from "../../read/fields";
import type { EnvironmentRule } from "../../rule";

/** What a patch adds to an encrypted Secret is plain text, and SOPS then fails to decrypt the whole. */
export const patchedCiphertext: EnvironmentRule = {
  code: "patched-ciphertext",
  scope: "environment",
  about: "no patch adds plain values to an encrypted Secret",
  check({ objects }) {
    return objects.flatMap(({ object, origin }) => {
      if (at(object, "sops") === undefined) return [];
      const entries = ["data", "stringData"].flatMap((field) => Object.entries(mappingAt(object, field)));
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
