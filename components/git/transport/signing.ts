import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunOptions } from "./runner";

/** The key that commits are signed with; without a passphrase, since nobody is there to type one. */
export interface GitSigning {
  readonly kind: "ssh" | "gpg";
  /** An OpenSSH private key, or an armored GPG one. */
  readonly privateKey: string;
}

/** What `git commit-tree` takes to sign. */
export interface SigningCall {
  readonly args: readonly string[];
  readonly options: Pick<RunOptions, "config" | "env">;
}

/** Runs work with a key in place, and removes the key; `folder` is private to the operation. */
export async function withSigning<T>(
  signing: GitSigning | undefined,
  folder: string,
  work: (call: SigningCall) => Promise<T>,
): Promise<T> {
  if (signing === undefined) return work({ args: [], options: {} });
  if (signing.kind === "gpg") return withGpg(signing.privateKey, work);
  const key = join(folder, "signing-key");
  const text = signing.privateKey.endsWith("\n") ? signing.privateKey : `${signing.privateKey}\n`;
  await writeFile(key, text, { mode: 0o600 });
  const config = [["gpg.format", "ssh"] as const, ["user.signingKey", key] as const];
  return work({ args: ["-S"], options: { config } });
}

/** A keyring of its own, in a folder whose name is short enough for the agent's socket. */
async function withGpg<T>(privateKey: string, work: (call: SigningCall) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), "gpg-"));
  const env = { GNUPGHOME: home };
  try {
    await gpg("gpg", ["--batch", "--quiet", "--import"], { env, input: privateKey });
    const listing = await gpg("gpg", ["--batch", "--with-colons", "--list-secret-keys"], { env });
    const fingerprint = /^fpr:+([0-9A-F]+):/m.exec(listing)?.[1];
    if (fingerprint === undefined) throw new Error("the signing key holds no private GPG key");
    return await work({ args: [`-S${fingerprint}`], options: { env } });
  } finally {
    await gpg("gpgconf", ["--kill", "gpg-agent"], { env }).catch(() => undefined);
    await rm(home, { recursive: true, force: true });
  }
}

interface GpgCall {
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
}

async function gpg(program: string, args: readonly string[], { env, input = "" }: GpgCall): Promise<string> {
  const child = spawn(program, args, { env: { PATH: process.env.PATH, LC_ALL: "C", ...env } });
  const output: Buffer[] = [];
  const faults: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => faults.push(chunk));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (status !== 0) throw new Error(`${program} failed (status ${status}): ${Buffer.concat(faults).toString().trim()}`);
  return Buffer.concat(output).toString();
}
