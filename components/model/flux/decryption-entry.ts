/** Whether kustomize-controller reads an entry of the Secret that it decrypts with: age identities, PGP keys, key services' credentials. */
export function isDecryptionEntry(name: string): boolean {
  return /\.(agekey|asc)$|^sops\.(vault-token|aws-kms|azure-kv|gcp-kms)$/.test(name);
}
