import { existsSync } from "node:fs";
import { connect } from "node:net";
import type { GitAccess } from "../access";
import { authorization } from "./credentials";
import type { GitFaultCode } from "./fault";

const seconds = 10;

/** The service that an operation asks for. */
export type GitService = "git-upload-pack" | "git-receive-pack";

/**
 * Finds out why git could not talk to a remote, by asking it once more without git: HTTP statuses and sockets say it without a
 * message's wording. Undefined where the remote answers as it should.
 */
export async function probe(
  url: string,
  credentials: GitAccess["credentials"],
  service: GitService,
): Promise<GitFaultCode | undefined> {
  if (url.startsWith("http://") || url.startsWith("https://")) return probeHttp(url, credentials, service);
  if (url.startsWith("ssh://")) return (await answers(new URL(url))) ? undefined : "unreachable";
  return existsSync(url.replace(/^file:\/\//, "")) ? undefined : "missing-repository";
}

async function probeHttp(
  url: string,
  credentials: GitAccess["credentials"],
  service: GitService,
): Promise<GitFaultCode | undefined> {
  const headers =
    credentials.kind === "token"
      ? { authorization: authorization(credentials.username, credentials.token) }
      : undefined;
  try {
    const response = await fetch(`${url}/info/refs?service=${service}`, {
      signal: AbortSignal.timeout(seconds * 1000),
      redirect: "follow",
      ...(headers === undefined ? {} : { headers }),
    });
    await response.body?.cancel();
    return codeOf(response.status);
  } catch {
    return "unreachable";
  }
}

function codeOf(status: number): GitFaultCode | undefined {
  if (status === 401) return "authentication";
  if (status === 403) return "authorisation";
  if (status === 404 || status === 410) return "missing-repository";
  return status >= 500 ? "unreachable" : undefined;
}

function answers(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? 22 : Number(url.port),
    });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(seconds * 1000, () => {
      end(false);
    });
    socket.once("connect", () => {
      end(true);
    });
    socket.once("error", () => {
      end(false);
    });
  });
}
