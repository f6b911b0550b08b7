import type { GitAccess } from "../access";
import { GitFault, scrub } from "./fault";
import type { GitFaultCode } from "./fault";
import { probe } from "./probe";
import type { GitService } from "./probe";
import type { GitExit } from "./runner";

/** An exchange with a remote that failed. */
export interface FailedExchange {
  readonly exit: GitExit;
  readonly access: GitAccess;
  readonly url: string;
  readonly service: GitService;
  readonly secrets: readonly string[];
}

/** Finds the fault behind a failed exchange; undefined where the remote answers as it should. */
export async function explainExchange(failed: FailedExchange): Promise<GitFault | undefined> {
  const { exit, access, url, service, secrets } = failed;
  const code = (await probe(url, access.credentials, service)) ?? sshRefusal(url, exit.stderr);
  if (code === undefined) return undefined;
  return new GitFault(code, `${url} (branch ${access.branch})`, scrub(saidByGit(exit.stderr), secrets));
}

/** The lines of git's messages that say what failed, without its advice. */
export function saidByGit(stderr: string): string {
  const lines = stderr.trim().split("\n");
  const telling = lines.filter((line) =>
    /^(fatal|error|remote|ssh|ERROR):? |Permission denied|verification failed/.test(line),
  );
  return (telling.length > 0 ? telling : lines).slice(-4).join("\n");
}

/** OpenSSH tells its refusals apart only in words, which it does not translate. */
function sshRefusal(url: string, stderr: string): GitFaultCode | undefined {
  if (!url.startsWith("ssh://")) return undefined;
  return /Permission denied \(|Host key verification failed|Too many authentication failures|Load key/.test(stderr)
    ? "authentication"
    : undefined;
}
