import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { appUserName, installationToken, type GitHubApp } from "../../github/api/app-token";
import { GitHubFailure } from "../../github/api/call";
import type { GitCredentials, PlainCredentials } from "../access";
import { GitFault, type GitFaultCode } from "./fault";

/** What git needs to prove who it is: nothing of it on a command line, in a URL or in a configuration file. */
export interface Proof {
  readonly env: Readonly<Record<string, string>>;
  readonly config: readonly (readonly [string, string])[];
  /** Texts that no message may hold. */
  readonly secrets: readonly string[];
}

/** Credentials of the moment: a GitHub App's token is drawn for them, and a variable read. @throws GitFault */
export async function drawCredentials(credentials: GitCredentials, url: string): Promise<PlainCredentials> {
  switch (credentials.kind) {
    case "github-app":
      return { kind: "token", username: appUserName, token: await drawToken(credentials, url) };
    case "environment":
      return { kind: "token", username: credentials.username, token: tokenIn(credentials.variable, url) };
    case "none":
    case "token":
    case "ssh":
      return credentials;
    default:
      return credentials satisfies never;
  }
}

async function drawToken(app: GitHubApp, url: string): Promise<string> {
  try {
    return await installationToken(app);
  } catch (error) {
    if (!(error instanceof GitHubFailure)) throw error;
    throw new GitFault(codeOf(error.status), url, error.message);
  }
}

/** The token that a variable of this process holds. @throws GitFault */
function tokenIn(variable: string, url: string): string {
  const token = process.env[variable]?.trim() ?? "";
  if (token !== "") return token;
  throw new GitFault("authentication", url, `The variable ${variable}, which gitTokenVariable names, is not set`);
}

/** GitHub answers 404 for an installation that is not the App's. */
function codeOf(status: number): GitFaultCode {
  if (status === 403) return "authorisation";
  return status === 401 || status === 404 ? "authentication" : "unreachable";
}

/** Lays out credentials for one operation; a private key exists as a file of mode 0600 in `folder`, which ends with it. */
export async function prove(credentials: PlainCredentials, url: string, folder: string): Promise<Proof> {
  switch (credentials.kind) {
    case "none":
      return { env: {}, config: [], secrets: [] };
    case "token": {
      const header = authorization(credentials.username, credentials.token);
      return {
        env: {},
        config: [[`http.${url}.extraHeader`, `Authorization: ${header}`]],
        secrets: [credentials.token, header.slice("Basic ".length)],
      };
    }
    case "ssh":
      return {
        env: { GIT_SSH_COMMAND: await sshCommand(credentials, folder) },
        config: [],
        secrets: [credentials.privateKey.trim()],
      };
    default:
      return credentials satisfies never;
  }
}

/** Value of the header that a user name and a token make. */
export function authorization(username: string, token: string): string {
  return `Basic ${Buffer.from(`${username}:${token}`).toString("base64")}`;
}

/** OpenSSH with no configuration, agent or known host but ours. */
async function sshCommand(
  { privateKey, knownHosts }: { readonly privateKey: string; readonly knownHosts: string },
  folder: string,
): Promise<string> {
  const key = join(folder, "identity");
  const hosts = join(folder, "known_hosts");
  await writeFile(key, privateKey.endsWith("\n") ? privateKey : `${privateKey}\n`, { mode: 0o600 });
  await writeFile(hosts, knownHosts.endsWith("\n") ? knownHosts : `${knownHosts}\n`, { mode: 0o600 });
  const options = {
    IdentityFile: `"${key}"`,
    IdentitiesOnly: "yes",
    IdentityAgent: "none",
    UserKnownHostsFile: `"${hosts}"`,
    GlobalKnownHostsFile: "/dev/null",
    StrictHostKeyChecking: "yes",
    BatchMode: "yes",
    ControlMaster: "no",
    ConnectTimeout: "15",
    ServerAliveInterval: "15",
    ServerAliveCountMax: "4",
  };
  return [
    "ssh",
    "-F",
    "/dev/null",
    ...Object.entries(options).flatMap(([name, value]) => ["-o", shellQuote(`${name}=${value}`)]),
  ].join(" ");
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
