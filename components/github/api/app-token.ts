import { createHash, createPrivateKey, sign } from "node:crypto";
import { callGitHub, GitHubFailure } from "./call";

/** A GitHub App that is installed where the repository is. */
export interface GitHubApp {
  readonly apiUrl: string;
  /** The App's id, or its client id. */
  readonly appId: string;
  readonly installationId: string;
  /** PEM, as GitHub hands it out. */
  readonly privateKey: string;
}

/** The user name that Git sends beside an installation's token. */
export const appUserName = "x-access-token";

interface DrawnToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const drawn = new Map<string, Promise<DrawnToken>>();

/** How long whoever is handed a kept token can use it, at the least. */
const margin = 60_000;

/** A token of the App's installation, drawn once and kept in memory until a minute before it ends. @throws GitHubFailure */
export async function installationToken(app: GitHubApp): Promise<string> {
  const parts = [app.apiUrl, app.appId, app.installationId, app.privateKey];
  const key = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  const kept = await drawn.get(key)?.catch(() => undefined);
  if (kept !== undefined && Date.now() < kept.expires - margin) return kept.token;
  const fresh = drawToken(app);
  drawn.set(key, fresh);
  return (await fresh).token;
}

async function drawToken(app: GitHubApp): Promise<DrawnToken> {
  const path = `/app/installations/${app.installationId}/access_tokens`;
  const answer = await callGitHub({ apiUrl: app.apiUrl, method: "POST", path, token: proofOfApp(app) });
  const { token, expires_at: expires } = answer as { readonly token?: unknown; readonly expires_at?: unknown };
  if (typeof token !== "string" || typeof expires !== "string")
    throw new GitHubFailure(200, `GitHub's answer to POST ${app.apiUrl}${path} holds no token`);
  return { token, expires: Date.parse(expires) };
}

/** A JSON web token that the App signs (RS256); begins a minute ago, since clocks differ, and ends before GitHub's limit of ten minutes. */
function proofOfApp({ appId, privateKey }: GitHubApp): string {
  const seconds = Math.floor(Date.now() / 1000);
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { iat: seconds - 60, exp: seconds + 540, iss: appId };
  const content = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}`;
  return `${content}.${sign("sha256", Buffer.from(content), keyOf(privateKey)).toString("base64url")}`;
}

function keyOf(privateKey: string): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey(privateKey);
  } catch {
    // The cause may quote the key.
    throw new GitHubFailure(401, "The GitHub App's private key is no PEM key; store the file that GitHub handed out");
  }
}
