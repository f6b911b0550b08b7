import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { assertBranchName, normalizeRemoteUrl } from "./access";
import type { GitAccess } from "./access";
import { withCache } from "./cache";
import { tidyCache } from "./tidy";
import { drawCredentials, prove } from "./transport/credentials";
import { explainExchange } from "./transport/explain";
import { GitFault, scrub } from "./transport/fault";
import type { GitFaultCode } from "./transport/fault";
import type { GitService } from "./transport/probe";
import { GitExit, gitRunner } from "./transport/runner";
import type { GitRunner } from "./transport/runner";
import { withWorkFolder } from "./transport/work-folder";

/** One operation on a remote, with the local cache of its objects. */
export interface GitSession {
  readonly access: GitAccess;
  /** Normalised. */
  readonly url: string;
  readonly git: GitRunner;
  /** Bare repository that keeps the remote's objects between runs. */
  readonly cache: string;
  /** A name that no other operation uses, for refs. */
  readonly id: string;
  /** Private to the operation, and gone after it. */
  readonly folder: string;
  /** A fault about this remote; whatever the text holds, no credential reaches it. */
  readonly fault: (code: GitFaultCode, text: string) => GitFault;
  /** The fault behind a failed exchange. */
  readonly explain: (exit: GitExit, service: GitService) => Promise<GitFault | undefined>;
  /** The same objects with another remote. */
  readonly at: (access: GitAccess, name: string) => Promise<GitSession>;
}

const settings: readonly (readonly [string, string])[] = [
  ["safe.directory", "*"],
  ["core.hooksPath", "/dev/null"],
  ["core.filesRefLockTimeout", "2000"],
  ["core.packedRefsTimeout", "5000"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  // A fetch that is killed must leave either all of a pack or nothing.
  ["fetch.unpackLimit", "1"],
  // A larger push would ask once more whether it may.
  ["http.postBuffer", "67108864"],
  ["http.lowSpeedLimit", "1"],
  ["http.lowSpeedTime", "60"],
];

/** Runs one operation; a cache that turns out to be broken is made anew, once. */
export async function withSession<T>(
  access: GitAccess,
  stateDir: string,
  operation: (session: GitSession) => Promise<T>,
): Promise<T> {
  const url = normalizeRemoteUrl(access.url);
  return withWorkFolder(stateDir, async (folder) => {
    try {
      return await withCache({ url, stateDir, folder }, async (cache) => {
        const session = await openSession(access, cache, folder);
        const result = await operation(session);
        await tidyCache(cache, session.git);
        return result;
      });
    } catch (error) {
      throw error instanceof GitExit ? new GitFault("local", url, scrub(error.message, [])) : error;
    }
  });
}

async function openSession(given: GitAccess, cache: string, folder: string): Promise<GitSession> {
  for (const branch of [given.branch, given.followedRef]) assertBranchName(branch);
  const url = normalizeRemoteUrl(given.url);
  const credentials = await drawCredentials(given.credentials, url);
  const access = { ...given, credentials };
  const proof = await prove(credentials, url, folder);
  const env = {
    ...proof.env,
    HOME: folder,
    GIT_DIR: cache,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
  return {
    access,
    url,
    cache,
    git: gitRunner(cache, env, [...settings, ...proof.config]),
    id: folder.slice(folder.lastIndexOf("/") + 1),
    folder,
    fault: (code, text) => new GitFault(code, `${url} (branch ${access.branch})`, scrub(text, proof.secrets)),
    explain: (exit, service) =>
      explainExchange({ exit, access: given, credentials, url, service, secrets: proof.secrets }),
    at: async (other, name) => {
      const inner = join(folder, name);
      await mkdir(inner, { mode: 0o700 });
      return openSession(other, cache, inner);
    },
  };
}
