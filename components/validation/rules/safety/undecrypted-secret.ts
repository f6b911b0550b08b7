import { describeObject } from "../../../model/object";
import { at, stringAt } from "../../read/fields";
import type { EnvironmentRule } from "../../rule";

/** Without decryption the ciphertext itself would be applied. */
export const undecryptedSecret: EnvironmentRule = {
  code: "undecrypted-secret",
  scope: "environment",
  about: "every layer with an encrypted object has SOPS decryption set",
  check({ objects }) {
    return objects
      .filter(
        ({ object, layer }) =>
          at(object, "sops") !== undefined &&
          stringAt(layer.kustomization, "spec", "decryption", "provider") !== "sops",
      )
      .map(({ object, origin, layer }) => ({
        path: origin,
        resource: describeObject(object),
        message: `is encrypted, but layer ${layer.name} (${layer.origin}) has no decryption; set spec.decryption with provider sops and the Secret that holds the identity`,
      }));
  },
};
