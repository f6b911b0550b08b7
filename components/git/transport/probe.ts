import { existsSync } from "node:fs";
import { connect } from "node:net";
import type { PlainCredentials } from "../access";
import { authorization } from "./credentials";
import type { GitFaultCode } from "./fault";
import { httpStatus, networkCause, type NetworkCause } from "./http-status";

const seconds = 10;

/** The service that an operation asks for. */
export type GitService = "git-upload-pack" | "git-receive-pack";

/** Why a remote cannot be used. */
export interface Finding {
  readonly code: GitFaultCode;
  /** What the network said, where that is the reason. */
  readonly cause?: NetworkCause;
}

/**
 * Finds out why git could not talk to a remote, by asking it once more without git: HTTP statuses and sockets say it without a
 * message's wording. Undefined where the remote answers as it should.
 */
export async function probe(
  url: string,
  credentials: PlainCredentials,
  service: GitService,
): Promise<Finding | undefined> {
  if (url.startsWith("http://") || url.startsWith("https://")) return probeHttp(url, credentials, service);
  if (url.startsWith("ssh://")) return probeSocket(new URL(url));
  return existsSync(url.replace(/^file:\/\//, "")) ? undefined : { code: "missing-repository" };
}

async function probeHttp(
  url: string,
  credentials: PlainCredentials,
  service: GitService,
): Promise<Finding | undefined> {
  const headers =
    credentials.kind === "token" ? { authorization: authorization(credentials.username, credentials.token) } : {};
  try {
    return findingOf(await httpStatus(`${url}/info/refs?service=${service}`, headers, seconds));
  } catch (error) {
    return unreachable(networkCause(error));
  }
}

function findingOf(status: number): Finding | undefined {
  if (status === 401) return { code: "authentication" };
  if (status === 403) return { code: "authorisation" };
  if (status === 404 || status === 410) return { code: "missing-repository" };
  return status >= 500 ? { code: "unreachable" } : undefined;
}

function unreachable(cause: NetworkCause | undefined): Finding {
  return { code: "unreachable", ...(cause === undefined ? {} : { cause }) };
}

function probeSocket(url: URL): Promise<Finding | undefined> {
  return new Promise((resolve) => {
    const socket = connect({
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? 22 : Number(url.port),
    });
    const end = (finding: Finding | undefined): void => {
      socket.destroy();
      resolve(finding);
    };
    socket.setTimeout(seconds * 1000, () => {
      end({ code: "unreachable" });
    });
    socket.once("connect", () => {
      end(undefined);
    });
    socket.once("error", (error) => {
      end(unreachable(networkCause(error)));
    });
  });
}
