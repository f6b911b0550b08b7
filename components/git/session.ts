import { assertBranchName, normalizeRemoteUrl } from "./access";
import type { GitAccess } from "./access";
import { withCache } from "./cache";
import { prove } from "./transport/credentials";
import { GitFault, scrub } from "./transport/fault";
import type { GitFaultCode } from "./transport/fault";
import { probe } from "./transport/probe";
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
  /** A name that no other operation uses, for refs. */
  readonly id: string;
  /** A fault about this remote; whatever the text holds, no credential reaches it. */
  readonly fault: (code: GitFaultCode, text: string) => GitFault;
  /** The fault behind a failed exchange. */
  readonly explain: (exit: GitExit, service: GitService) => Promise<GitFault | undefined>;
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
  for (const branch of [access.branch, access.followedRef]) assertBranchName(branch);
  return withWorkFolder(stateDir, async (folder) => {
    const proof = await prove(access.credentials, url, folder);
    const env = {
      ...proof.env,
      HOME: folder,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_ATTR_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
    };
    const open = (cache: string): GitSession => ({
      access,
      url,
      id: folder.slice(folder.lastIndexOf("/") + 1),
      git: gitRunner(cache, { ...env, GIT_DIR: cache }, [...settings, ...proof.config]),
      fault: (code, text) => new GitFault(code, `${url} (branch ${access.branch})`, scrub(text, proof.secrets)),
      explain: (exit, service) => explain(exit, { access, url, service, secrets: proof.secrets }),
    });
    try {
      return await withCache({ url, stateDir, folder }, (cache) => operation(open(cache)));
    } catch (error) {
      throw error instanceof GitExit ? new GitFault("local", url, scrub(error.message, proof.secrets)) : error;
    }
  });
}

interface Failed {
  readonly access: GitAccess;
  readonly url: string;
  readonly service: GitService;
  readonly secrets: readonly string[];
}

async function explain({ stderr }: GitExit, { access, url, service, secrets }: Failed): Promise<GitFault | undefined> {
  const code = (await probe(url, access.credentials, service)) ?? sshRefusal(url, stderr);
  if (code === undefined) return undefined;
  return new GitFault(code, `${url} (branch ${access.branch})`, scrub(saidByGit(stderr), secrets));
}

/** The lines of git's messages that say what failed, without its advice. */
export function saidByGit(stderr: string): string {
  const lines = stderr.trim().split("\n");
  const telling = lines.filter((line) => /^(fatal|error|remote|ssh|ERROR):? /.test(line));
  return (telling.length > 0 ? telling : lines).slice(-4).join("\n");
}

/** OpenSSH tells its refusals apart only in words, which it does not translate. */
function sshRefusal(url: string, stderr: string): GitFaultCode | undefined {
  if (!url.startsWith("ssh://")) return undefined;
  return /Permission denied \(|Host key verification failed|Too many authentication failures|Load key/.test(stderr)
    ? "authentication"
    : undefined;
}
