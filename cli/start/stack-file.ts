import { createHmac } from "node:crypto";
import { parseDocument } from "../../components/manifests/yaml";
import type { RawConfig } from "../../stacks/config";
import { readIfPresent, writePrivate } from "./folders";

/** What the embedded default puts in place of, or besides, the values of the tracked stack file. */
export interface Overrides {
  readonly plain: Readonly<Record<string, unknown>>;
  /** Keys whose values Pulumi encrypts; a dot leads to an entry of a map. */
  readonly secret: Readonly<Record<string, string>>;
}

/** The ignored copy of a stack file. */
export interface StackFileCopy {
  readonly path: string;
  /** Tracked file that it follows. */
  readonly original: string;
  /** Keys the digest that tells whether the secrets are still those that the copy holds encrypted. */
  readonly digestKey: string;
}

const dropped = [
  ...["github", "githubHost", "githubToken", "deployKey", "deployKeyGeneration", "webhookUrl"],
  ...["gitTokenVariable", "githubApi", "githubAppId", "githubAppInstallationId", "githubAppPrivateKey"],
  ...["gitPrivateKey", "gitKnownHosts", "gitUsername", "sourceUrl", "acceptCluster", "cluster"],
];
/** What the platform decides of a stack file, `secrets` and the identity's key included. */
const decided = [
  ...["repository", "gitUsername", "gitToken", "kubeconfig", "context"],
  ...["ageRecipients", "ageIdentity", "secrets", "allowUncleanSource"],
];
const marker = /^# secrets: (\S+)$/m;

/** Writes the copy; returns the secrets that Pulumi has still to encrypt into it. */
export function writeStackFile(copy: StackFileCopy, overrides: Overrides): Readonly<Record<string, string>> {
  const before = readIfPresent(copy.path);
  const digest = createHmac("sha256", copy.digestKey).update(JSON.stringify(overrides.secret)).digest("hex");
  const document = parseDocument(readIfPresent(copy.original) ?? "config: {}\n");
  for (const key of dropped) document.deleteIn(["config", `flux-monorepo:${key}`]);
  for (const [key, value] of Object.entries(overrides.plain)) document.setIn(["config", `flux-monorepo:${key}`], value);
  for (const key of Object.keys(overrides.secret)) document.deleteIn(pathOf(key).slice(0, 2));
  const encrypted = before !== undefined && marker.exec(before)?.[1] === digest;
  if (before !== undefined) carry(document, before, encrypted ? Object.keys(overrides.secret) : []);
  document.commentBefore = `${document.commentBefore ?? ""}\n secrets: ${digest}`;
  writePrivate(copy.path, String(document));
  return encrypted ? {} : overrides.secret;
}

/** The values that the next copy would hold: what the platform decided for the last one, and the rest as the tracked file has it now. */
export function valuesOfCopy(copy: RawConfig, tracked: RawConfig): RawConfig {
  const own = Object.entries(copy).filter(([key]) => decided.includes(key));
  const rest = Object.entries(tracked).filter(([key]) => !decided.includes(key) && !dropped.includes(key));
  return Object.fromEntries([...rest, ...own]);
}

function pathOf(key: string): readonly string[] {
  const [first, ...rest] = key.split(".");
  return ["config", `flux-monorepo:${first}`, ...rest];
}

type Document = ReturnType<typeof parseDocument>;

/** Keeps the salt, and what is encrypted with it, from the copy before. */
function carry(document: Document, before: string, keys: readonly string[]): void {
  const old = parseDocument(before);
  const paths = [["encryptionsalt"], ...keys.map(pathOf)];
  for (const path of paths) {
    const value: unknown = old.getIn(path, true);
    if (value !== undefined) document.setIn(path, value);
  }
}
