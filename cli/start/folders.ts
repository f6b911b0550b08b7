import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";

/** Where the embedded default keeps what Pulumi and SOPS need, below the state folder. */
export interface StartFolders {
  /** Pulumi's home: its plugins, credentials and logs, apart from the user's own. */
  readonly home: string;
  /** The folder that holds the file backend (`.pulumi`) and all the rest. */
  readonly pulumi: string;
  readonly passphrase: string;
  /** Temporary files of running calls. */
  readonly temporary: string;
  /** One environment's copy of its stack file. */
  readonly stackFile: (environment: string) => string;
  /** Values of one environment's sealed secrets. */
  readonly secrets: (environment: string) => string;
  /** UID of the cluster that one environment's state describes. */
  readonly cluster: (environment: string) => string;
  /** Events of an environment's last update. */
  readonly events: (environment: string) => string;
  readonly ageIdentity: (environment: string) => string;
}

/** The layout below a state folder. */
export function startFolders(root: string): StartFolders {
  const pulumi = join(root, "pulumi");
  return {
    pulumi,
    home: join(pulumi, "home"),
    passphrase: join(pulumi, "passphrase"),
    temporary: join(pulumi, "temporary"),
    stackFile: (environment) => join(pulumi, `Pulumi.${environment}.yaml`),
    secrets: (environment) => join(pulumi, `${environment}.secrets.json`),
    cluster: (environment) => join(pulumi, `${environment}.cluster`),
    events: (environment) => join(pulumi, `${environment}.events.json`),
    ageIdentity: (environment) => join(root, "ages", `${environment}.agekey`),
  };
}

/** Writes a file that only this user can read. */
export function writePrivate(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, content, { mode: 0o600 });
}

/** Reads a file; undefined when there is none. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** The content of a private file, made once and then kept. */
export function keepPrivate(path: string, make: () => string): string {
  const kept = readIfPresent(path);
  if (kept !== undefined && kept !== "") return kept;
  const made = make();
  writePrivate(path, made);
  return made;
}

/** A value that nobody can guess. */
export function randomValue(): string {
  return randomBytes(24).toString("base64url");
}
