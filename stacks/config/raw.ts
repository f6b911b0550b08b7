import { readFileSync } from "node:fs";
import { parseManifests } from "../../components/manifests/yaml";
import type { Issue } from "../../components/model/issue";
import { configKeyNames, isSecretKeyName } from "./keys";
import { configFileName, isEncryptedValue, type RawConfig } from "./reader";

const namespace = "flux-monorepo:";

/** Raw configuration from every value that the engine handed to the program (`pulumi.runtime.allConfig()`). */
export function rawFromEngine(all: Readonly<Record<string, string>>): RawConfig {
  return withoutNamespace(all);
}

/** Raw configuration of a stack file, read without the engine: encrypted values stay `{ secure: … }`. */
export function readConfigFile(path: string): RawConfig {
  const [document] = parseManifests(readFileSync(path, "utf8"));
  const config = isRecord(document) ? document["config"] : undefined;
  return isRecord(config) ? withoutNamespace(config) : {};
}

/** Credentials that a stack file, which is committed, holds in clear. */
export function plaintextSecrets(environment: string, raw: RawConfig): readonly Issue[] {
  const path = configFileName(environment);
  return configKeyNames.filter(isSecretKeyName).flatMap((key) =>
    plainEntries(key, raw[key]).map((entry) => ({
      code: "plaintext-secret",
      path,
      resource: `flux-monorepo:${entry}`,
      message: `The value is stored in clear; replace it with \`pulumi config set --secret --path ${entry}\` and revoke the old one.`,
    })),
  );
}

/** The same of a run, which is handed every value in clear: `secretKeys` are the whole keys (with their namespace) that hold anything encrypted. */
export function unencryptedSecrets(
  environment: string,
  raw: RawConfig,
  secretKeys: readonly string[],
): readonly Issue[] {
  const open = Object.entries(raw).filter(([key]) => !secretKeys.includes(namespace + key));
  return plaintextSecrets(environment, Object.fromEntries(open));
}

function plainEntries(key: string, value: unknown): readonly string[] {
  if (value === undefined || value === null || isEncryptedValue(value)) return [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => plainEntries(`${key}[${index}]`, entry));
  if (!isRecord(value)) return [key];
  return Object.entries(value).flatMap(([name, entry]) => plainEntries(`${key}.${name}`, entry));
}

function withoutNamespace(values: Readonly<Record<string, unknown>>): RawConfig {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      if (key.startsWith(namespace)) return [[key.slice(namespace.length), value]];
      return key.includes(":") ? [] : [[key, value]];
    }),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
