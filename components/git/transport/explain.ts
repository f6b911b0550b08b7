import type { GitAccess, PlainCredentials } from "../access";
import { GitFault, scrub } from "./fault";
import { probe } from "./probe";
import type { Finding, GitService } from "./probe";
import { explanationOf } from "./explanations";
import type { GitExit } from "./runner";

/** An exchange with a remote that failed. */
export interface FailedExchange {
  readonly exit: GitExit;
  readonly access: GitAccess;
  readonly credentials: PlainCredentials;
  readonly url: string;
  readonly service: GitService;
  readonly secrets: readonly string[];
}

/** Finds the fault behind a failed exchange; undefined where the remote answers as it should. */
export async function explainExchange(failed: FailedExchange): Promise<GitFault | undefined> {
  const { exit, access, credentials, url, service, secrets } = failed;
  const finding = (await probe(url, credentials, service)) ?? sshRefusal(url, exit.stderr);
  if (finding === undefined) return undefined;
  const explanation = explanationOf({ finding, given: access.credentials, url, service, stderr: exit.stderr });
  const detail = scrub(saidByGit(exit.stderr), secrets);
  return new GitFault(finding.code, `${url} (branch ${access.branch})`, { detail, explanation });
}

/** Lines that repeat what the explanation says, or speak of a prompt that nobody saw. */
const idle =
  /^fatal: (could not read (Username|Password) for |Authentication failed for |Could not read from remote repository)/;

/** The lines of git's messages that say what failed, without its advice. */
export function saidByGit(stderr: string): string {
  const lines = stderr.trim().split("\n");
  const telling = lines.filter((line) =>
    /^(fatal|error|remote|ssh|ERROR|Load key):? |Permission denied|verification failed/.test(line),
  );
  return (telling.length > 0 ? telling : lines)
    .filter((line) => !idle.test(line))
    .slice(-4)
    .join("\n");
}

/** OpenSSH tells its refusals apart only in words, which it does not translate. */
function sshRefusal(url: string, stderr: string): Finding | undefined {
  if (!url.startsWith("ssh://")) return undefined;
  return /Permission denied \(|Host key verification failed|Too many authentication failures|Load key/.test(stderr)
    ? { code: "authentication" }
    : undefined;
}
