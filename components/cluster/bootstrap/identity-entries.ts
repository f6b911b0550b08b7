import type { SecretEntries } from "./planted-secret";

/**
 * Entries of the Secret that kustomize-controller decrypts with, which reads those whose names end in `.agekey` and no other; undefined
 * where there is no identity. During a rotation the Secret holds the new identity and the former one.
 */
export function identityEntries(identities: readonly string[]): SecretEntries | undefined {
  if (identities.length === 0) return undefined;
  return Object.fromEntries(
    identities.map((text, index) => [index === 0 ? "age.agekey" : `age-${index + 1}.agekey`, text]),
  );
}
