import { assertNoIssues } from "../../components/model/issue";
import { accept, listOf, matching, recordOf, refuse, type Parser } from "./parsers";
import { configReader, isEncryptedValue, type ConfigReader, type RawConfig } from "./reader";

/** Who can read sealed files, and the values to seal. */
export interface SealingConfig {
  /**
   * Texts of age identities to store in the cluster for Flux, each as it was configured: the engine masks in its logs what stands in the
   * configuration, to the letter. Empty when someone else keeps that Secret.
   */
  readonly ageIdentities: readonly string[];
  /** Environment → recipients that replace those of the model. */
  readonly ageRecipients: Readonly<Record<string, readonly string[]>>;
  /** Name → value; empty when a stack file was read without the engine. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The names that have a value, readable or not. */
  readonly secretNames: readonly string[];
}

/** Lines that Flux reads: an identity with nothing around it, a comment, or nothing. */
const identityText: Parser<string | undefined> = (raw) => {
  if (isEncryptedValue(raw)) return accept(undefined);
  const lines = typeof raw === "string" ? raw.split("\n").filter((line) => line !== "" && !line.startsWith("#")) : [];
  return typeof raw === "string" && lines.length > 0 && lines.every((line) => identityLine.test(line))
    ? accept(raw)
    : refuse("age identities, as `age-keygen` prints them");
};
const identityLine = /^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/;
const identities: Parser<readonly string[]> = (raw) => {
  const list = listOf(identityText)(raw);
  const single = identityText(raw);
  if (!list.ok && !single.ok) return single;
  const texts = list.ok ? list.value : [single.ok ? single.value : undefined];
  return accept(texts.flatMap((text) => (text === undefined ? [] : [text.trim()])));
};
const recipient = matching(/^age1[a-z0-9]{20,}$/, "a public age recipient (age1…)");
const secretValue: Parser<string | undefined> = (raw) => {
  if (isEncryptedValue(raw)) return accept(undefined);
  return typeof raw === "string" && raw !== ""
    ? accept(raw)
    : refuse("a non-empty string (pass --type string for one of digits)");
};

/** The age identities of a stack alone, whatever else is wrong with its configuration. @throws IssuesError */
export function decodeAgeIdentities(raw: RawConfig): readonly string[] {
  const { ageIdentity } = raw;
  const read = configReader("", ageIdentity === undefined ? {} : { ageIdentity });
  const found = read.get("ageIdentity", identities) ?? [];
  assertNoIssues(read.issues);
  return found;
}

/** Decodes the keys that concern sealed secrets. */
export function decodeSealing(read: ConfigReader, environments: readonly string[]): SealingConfig {
  const ageIdentities = read.get("ageIdentity", identities) ?? [];
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
    ageIdentities,
    ageRecipients,
    secrets: Object.fromEntries(
      Object.entries(secrets).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    secretNames: Object.keys(secrets),
  };
}
