import { accept, listOf, matching, recordOf, refuse, type Parser } from "./parsers";
import { isEncryptedValue, type ConfigReader } from "./reader";

/** Who can read sealed files, and the values to seal. */
export interface SealingConfig {
  /** Identity to store in the cluster for Flux; absent when someone else keeps that Secret. */
  readonly ageIdentity?: string;
  /** Environment → recipients that replace those of the model. */
  readonly ageRecipients: Readonly<Record<string, readonly string[]>>;
  /** Name → value; empty when a stack file was read without the engine. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The names that have a value, readable or not. */
  readonly secretNames: readonly string[];
}

const identity = matching(
  /^(\s*#[^\n]*\n)*\s*AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+\s*$/,
  "an age identity, as `age-keygen` prints it",
);
const recipient = matching(/^age1[a-z0-9]{20,}$/, "a public age recipient (age1…)");
const secretValue: Parser<string | undefined> = (raw) => {
  if (isEncryptedValue(raw)) return accept(undefined);
  return typeof raw === "string" && raw !== ""
    ? accept(raw)
    : refuse("a non-empty string (pass --type string for one of digits)");
};

/** Decodes the keys that concern sealed secrets. */
export function decodeSealing(read: ConfigReader, environments: readonly string[]): SealingConfig {
  const ageIdentity = read.get("ageIdentity", identity);
  const ageRecipients = read.get("ageRecipients", recordOf(listOf(recipient))) ?? {};
  for (const name of Object.keys(ageRecipients).filter((key) => !environments.includes(key))) {
    read.fail(
      "ageRecipients",
      "unknown-environment",
      `"${name}" is no environment. Known: ${environments.join(", ")}.`,
    );
  }
  const secrets = read.get("secrets", recordOf(secretValue)) ?? {};
  return {
    ...(ageIdentity === undefined ? {} : { ageIdentity: ageIdentity.trim() }),
    ageRecipients,
    secrets: Object.fromEntries(
      Object.entries(secrets).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    secretNames: Object.keys(secrets),
  };
}
