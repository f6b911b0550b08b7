import { readIfPresent, writePrivate, type StartFolders } from "../folders";

/** An age key pair: the identity decrypts, the recipient is public. */
export interface AgeKeys {
  /** `AGE-SECRET-KEY-1…`. */
  readonly identity: string;
  /** `age1…`. */
  readonly recipient: string;
}

/** Every environment's keys; made once and then kept in the ignored state folder. */
export async function ageKeysOf(
  environments: readonly string[],
  folders: StartFolders,
): Promise<Readonly<Record<string, AgeKeys>>> {
  const pairs: [string, AgeKeys][] = [];
  for (const name of environments) pairs.push([name, await keysAt(folders.ageIdentity(name))]);
  return Object.fromEntries(pairs);
}

async function keysAt(path: string): Promise<AgeKeys> {
  const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
  const kept = /^AGE-SECRET-KEY-1\S+$/m.exec(readIfPresent(path) ?? "")?.[0];
  const identity = kept ?? (await generateX25519Identity());
  const recipient = await identityToRecipient(identity);
  if (kept === undefined) writePrivate(path, `# public key: ${recipient}\n${identity}\n`);
  return { identity, recipient };
}
