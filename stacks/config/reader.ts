import type { Issue } from "../../components/model/issue";
import { configKeyNames, isSecretKeyName, type ConfigKeyName } from "./keys";
import { nearest } from "./nearest";
import type { Parser } from "./parsers";

/** Raw configuration: key without its namespace → value as YAML or the engine gives it. */
export type RawConfig = Readonly<Record<string, unknown>>;

/** Reads keys one by one and remembers every problem, so that a run reports all of them at once. */
export interface ConfigReader {
  /** The parsed value; undefined when the key is absent or malformed (then there is an issue). */
  readonly get: <T>(key: ConfigKeyName, parser: Parser<T>) => T | undefined;
  readonly has: (key: ConfigKeyName) => boolean;
  /** The value is there but encrypted, as in a stack file that is read without the engine. */
  readonly isEncrypted: (key: ConfigKeyName) => boolean;
  readonly fail: (key: ConfigKeyName, code: string, message: string) => void;
  readonly issues: readonly Issue[];
}

/** Opens one stack's raw configuration; keys that do not exist become issues at once. */
export function configReader(environment: string, raw: RawConfig): ConfigReader {
  const issues: Issue[] = unknownKeys(environment, raw);
  const fail: ConfigReader["fail"] = (key, code, message) => {
    const resource = `flux-monorepo:${key}`;
    // A key that is read for two purposes is wrong once.
    if (issues.some((issue) => issue.resource === resource && issue.message === message)) return;
    issues.push({ code, path: configFileName(environment), resource, message });
  };
  const has = (key: ConfigKeyName): boolean => raw[key] !== undefined && raw[key] !== null;
  const isEncrypted = (key: ConfigKeyName): boolean => isEncryptedValue(raw[key]);
  const get: ConfigReader["get"] = (key, parser) => {
    if (!has(key) || (isSecretKeyName(key) && isEncrypted(key))) return undefined;
    const parsed = parser(raw[key]);
    if (parsed.ok) return parsed.value;
    fail(key, "malformed-config-value", `${shown(key, raw[key])} is not valid: expected ${parsed.expected}.`);
    return undefined;
  };
  return { get, has, isEncrypted, fail, issues };
}

/** The file that holds an environment's configuration. */
export function configFileName(environment: string): string {
  return `Pulumi.${environment}.yaml`;
}

/** Tells a value that Pulumi encrypted (`secure: …`) from a plain one. */
export function isEncryptedValue(value: unknown): boolean {
  return typeof value === "object" && value !== null && "secure" in value && typeof value.secure === "string";
}

function shown(key: string, value: unknown): string {
  if (isSecretKeyName(key)) return "The value (not shown, it is secret)";
  if (isEncryptedValue(value)) return "The encrypted value";
  const json = JSON.stringify(value);
  return json.replace(/\/\/[^/@\s]*@/g, "//[hidden]@");
}

function unknownKeys(environment: string, raw: RawConfig): Issue[] {
  const known: readonly string[] = configKeyNames;
  return Object.keys(raw)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const guess = nearest(key, known);
      const hint = guess === undefined ? "" : ` Did you mean "${guess}"?`;
      const message = `"${key}" is not a configuration key.${hint} Known: ${known.join(", ")}.`;
      return {
        code: "unknown-config-key",
        path: configFileName(environment),
        resource: `flux-monorepo:${key}`,
        message,
      };
    });
}
