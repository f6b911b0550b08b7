import { readFileSync } from "node:fs";
import { request } from "node:https";
import { rootCertificates } from "node:tls";
import { authoritiesFile } from "./runner";

/** What kept an exchange from beginning, where the system tells. */
export type NetworkCause = "unknown-host" | "refused" | "untrusted";

/** The status with which a server answers; a redirection is followed, but where the authorities are the caller's own. */
export async function httpStatus(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<number> {
  const signal = AbortSignal.timeout(seconds * 1000);
  const authorities = authoritiesFile();
  if (authorities !== undefined && url.startsWith("https:"))
    return trustingStatus(url, { headers, signal, ca: [...rootCertificates, readFileSync(authorities, "utf8")] });
  const response = await fetch(url, { signal, redirect: "follow", headers });
  await response.body?.cancel();
  return response.status;
}

interface TrustingRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly ca: string[];
}

function trustingStatus(url: string, options: TrustingRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.once("error", reject);
    asked.end();
  });
}

const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|CERT_.*|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** Reads the system's code of a network error, which fetch wraps. */
export function networkCause(error: unknown): NetworkCause | undefined {
  const code = codeOf(error) ?? (error instanceof Error ? codeOf(error.cause) : undefined);
  if (code === undefined) return undefined;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "unknown-host";
  if (code === "ECONNREFUSED") return "refused";
  return untrusted.test(code) ? "untrusted" : undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
