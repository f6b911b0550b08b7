import { IssuesError } from "../model/issue";
import type { SealedSecret } from "../model/sealed-secret";
import { stringifyManifest } from "../manifests/yaml";

/** The plain Secret of a sealed file, as YAML; a configuration key without a value is an error that names it. */
export function secretManifest(path: string, secret: SealedSecret, values: Readonly<Record<string, string>>): string {
  const missing = Object.values(secret.stringData).filter(({ secretKey }) => values[secretKey] === undefined);
  if (missing.length > 0) throw new IssuesError(missing.map(({ secretKey }) => missingValue(path, secret, secretKey)));
  const stringData = Object.entries(secret.stringData).map(
    ([entry, { secretKey }]) => [entry, values[secretKey]] as const,
  );
  return stringifyManifest({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: secret.name, namespace: secret.namespace, annotations: secret.annotations },
    type: secret.type ?? "Opaque",
    stringData: Object.fromEntries(stringData),
  });
}

function missingValue(
  path: string,
  secret: SealedSecret,
  key: string,
): { code: string; path: string; resource: string; message: string } {
  const message = `needs the secret "${key}", which the stack's configuration lacks: pulumi config set --secret --path 'secrets.${key}'`;
  return {
    code: "missing-secret-value",
    path,
    resource: `Secret ${secret.namespace === undefined ? "" : `${secret.namespace}/`}${secret.name}`,
    message,
  };
}
