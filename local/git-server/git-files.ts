import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, writeJson } from "../processes/state-file";

/** The repository that all environments share. */
export const repositoryName = "monorepo.git";

/** The user that the server lets in. */
export const username = "flux";

/** Files of the Git server below its folder. */
export interface GitFiles {
  readonly folder: string;
  readonly repositories: string;
  readonly token: string;
  readonly port: string;
  readonly pidFile: string;
  readonly log: string;
}

/** Where they lie. */
export function gitFiles(folder: string): GitFiles {
  const at = (name: string): string => join(folder, name);
  return {
    folder,
    repositories: at("repositories"),
    token: at("token"),
    port: at("port.json"),
    pidFile: at("server.pid"),
    log: at("server.log"),
  };
}

/** The server's password: made once per state folder, readable by its owner alone. */
export function ensureToken(files: GitFiles): string {
  if (!existsSync(files.token)) {
    mkdirSync(files.folder, { recursive: true });
    writeFileSync(files.token, randomBytes(24).toString("base64url"), { mode: 0o600 });
    chmodSync(files.token, 0o600);
  }
  return readFileSync(files.token, "utf8").trim();
}

/** The port the server had last; undefined before its first start. */
export function readGitPort(files: GitFiles): number | undefined {
  return readJson(files.port, isPortFile)?.port;
}

/** Keeps the port, since clusters and stack configurations name it. */
export function writeGitPort(files: GitFiles, port: number): void {
  writeJson(files.port, { port });
}

/** The URL of the shared repository. */
export function repositoryUrl(port: number): string {
  return `http://127.0.0.1:${port}/${repositoryName}`;
}

function isPortFile(value: unknown): value is { readonly port: number } {
  return typeof value === "object" && value !== null && "port" in value && typeof value.port === "number";
}
