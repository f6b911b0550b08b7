import type { GitUrl } from "../../../components/model/cluster-settings";
import type { Credentials } from "./credentials";
import { accept, block, oneOf, recordOf, text, type Parser } from "../parsers";
import { isEncryptedValue, type ConfigReader } from "../reader";
import { isSshUrl, repositoryUrl } from "./repository-url";

/** How an update hands over its commit. */
export type PublishingMode = "push" | "pull-request" | "files";

/** A further remote that gets the same branches. */
export interface MirrorConfig {
  readonly name: string;
  readonly url: GitUrl;
  readonly credentials: Credentials;
}

/** How commits are made and where they go beside the repository. */
export interface PublishingConfig {
  readonly mode: PublishingMode;
  /** Folder that the mode `files` writes. */
  readonly worktree?: string;
  /** Absent where commits are unsigned, and in a stack file that was read without the engine. */
  readonly signing?: { readonly kind: "ssh" | "gpg"; readonly privateKey: string };
  readonly mirrors: readonly MirrorConfig[];
}

/** Decodes the keys about the commit itself; `hasCluster` says whether the update touches a cluster as well. */
export function decodePublishing(read: ConfigReader, hasCluster: boolean): PublishingConfig {
  const mode = read.get("mode", oneOf(["push", "pull-request", "files"])) ?? "push";
  const worktree = decodeWorktree(read, mode, hasCluster);
  const privateKey = read.get("signingKey", block);
  const kind = privateKey?.includes("PGP PRIVATE KEY") === true ? "gpg" : "ssh";
  return {
    mode,
    ...(worktree === undefined ? {} : { worktree }),
    ...(privateKey === undefined ? {} : { signing: { kind, privateKey } }),
    mirrors: decodeMirrors(read),
  };
}

function decodeWorktree(read: ConfigReader, mode: PublishingMode, hasCluster: boolean): string | undefined {
  const worktree = read.get("worktree", text);
  if (mode !== "files") {
    if (read.has("worktree"))
      read.fail(
        "worktree",
        "conflicting-config-keys",
        "Only the mode files writes a folder; remove the key, or set mode.",
      );
    return undefined;
  }
  if (!read.has("worktree"))
    read.fail(
      "worktree",
      "missing-config-value",
      "The mode files needs the folder to write; set it to a clone's path.",
    );
  if (hasCluster)
    read.fail(
      "mode",
      "conflicting-config-keys",
      "The mode files pushes nothing, hence has nothing to bring to a cluster; set cluster to false.",
    );
  return worktree;
}

function decodeMirrors(read: ConfigReader): readonly MirrorConfig[] {
  const urls = read.get("mirrors", recordOf(repositoryUrl)) ?? {};
  const secrets = read.get("mirrorCredentials", recordOf(secretText)) ?? {};
  const username = read.get("gitUsername", text) ?? "git";
  const knownHosts = read.get("gitKnownHosts", block) ?? "";
  for (const name of Object.keys(secrets).filter((key) => !(key in urls))) {
    const known = Object.keys(urls).join(", ") || "none";
    read.fail("mirrorCredentials", "unknown-mirror", `"${name}" is no mirror. Known: ${known}.`);
  }
  return Object.entries(urls).map(([name, url]) => {
    if (!(name in secrets)) return { name, url, credentials: { kind: "none" } };
    const secret = secrets[name];
    if (secret === undefined) return { name, url, credentials: { kind: "encrypted" } };
    if (isSshUrl(url) && knownHosts === "") {
      const message = `The SSH server of ${url} is not known; add its \`known_hosts\` lines, once you have checked them.`;
      read.fail("gitKnownHosts", "missing-config-value", message);
    }
    const credentials: Credentials = isSshUrl(url)
      ? { kind: "ssh", privateKey: secret, knownHosts }
      : { kind: "token", username, token: secret };
    return { name, url, credentials };
  });
}

/** Undefined for a value that was read without the engine. */
const secretText: Parser<string | undefined> = (raw) => (isEncryptedValue(raw) ? accept(undefined) : block(raw));
