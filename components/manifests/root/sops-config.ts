import type { Environment } from "../../model/environment";
import { emitValue } from "../emit/value";
import { withHeader } from "../header";

/** Fields of a Secret that SOPS encrypts. */
const encryptedFields = "^(data|stringData)$";

/** `.sops.yaml`: which age recipients the sealed files of each environment are encrypted for; undefined where none has a recipient. */
export function sopsConfig(environments: readonly Environment[]): string | undefined {
  const rules = environments
    .filter(({ ageRecipients }) => ageRecipients.length > 0)
    .map(({ name, ageRecipients }) => ({
      path_regex: `(^|/)${name}/[^/]+/[^/]+\\.sops\\.yaml$`,
      encrypted_regex: encryptedFields,
      age: ageRecipients.join(","),
    }));
  return rules.length === 0 ? undefined : withHeader(`${emitValue({ creation_rules: rules })}\n`);
}
