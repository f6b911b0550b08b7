import type { GitUrl } from "../../../components/model/cluster-settings";
import type { GitHubLocation } from "../../../components/github/host";
import { accept, refuse, type Parsed, type Parser } from "../parsers";

const scp = /^(?:([A-Za-z0-9._-]+)@)?([A-Za-z0-9.-]+):(?!\/\/)(.+)$/;
const forms = "an https:// or ssh:// URL, user@host:owner/name.git, or http:// on loopback";

/**
 * A repository's URL in a form that both git and Flux accept: the scp form becomes `ssh://`, and credentials are refused, since the
 * URL is stored in the cluster and in Git.
 */
export const repositoryUrl: Parser<GitUrl> = (raw) => parseUrl(raw, isLoopback);

/** The URL that Flux clones: as `repositoryUrl`, and plain http to a Service of the cluster as well. */
export const clusterSourceUrl: Parser<GitUrl> = (raw) =>
  parseUrl(raw, (host) => isLoopback(host) || /\.svc(\.[a-z0-9.-]+)?$/.test(host));

/** `owner/name` on GitHub, or on the host of a GitHub Enterprise. */
export function gitHubRepository(host: string): Parser<GitHubLocation> {
  return (raw) => {
    const [, owner, name] =
      (typeof raw === "string" ? /^([A-Za-z0-9-]+)\/([A-Za-z0-9._-]+?)(?:\.git)?$/.exec(raw) : null) ?? [];
    if (owner === undefined || name === undefined) return refuse("owner/name, as in example/monorepo");
    return accept({ host, owner, name });
  };
}

/** Tells the URLs that need a key from those that need a token. */
export function isSshUrl(url: string): boolean {
  return url.startsWith("ssh://");
}

function parseUrl(raw: unknown, plainHttp: (host: string) => boolean): Parsed<GitUrl> {
  if (typeof raw !== "string" || /\s/.test(raw.trim())) return refuse(forms);
  const value = raw.trim();
  const match = value.includes("://") ? null : scp.exec(value);
  const candidate =
    match === null ? value : `ssh://${match[1] ?? "git"}@${match[2]}/${(match[3] ?? "").replace(/^\/+/, "")}`;
  if (!URL.canParse(candidate)) return refuse(forms);
  return judge(new URL(candidate), plainHttp);
}

function judge(url: URL, plainHttp: (host: string) => boolean): Parsed<GitUrl> {
  const ssh = url.protocol === "ssh:";
  if (url.password !== "" || (url.username !== "" && !ssh)) {
    return refuse(
      "a URL without credentials: set gitToken (and gitUsername) with `pulumi config set --secret` instead",
    );
  }
  if (url.search !== "" || url.hash !== "" || url.pathname.length < 2 || url.hostname === "") return refuse(forms);
  if (url.protocol === "http:" && !plainHttp(url.hostname))
    return refuse(`${forms}; plain http would send the token in clear`);
  if (!ssh && url.protocol !== "https:" && url.protocol !== "http:") return refuse(forms);
  if (ssh && url.username === "") url.username = "git";
  return accept(url.href.replace(/\/+$/, "") as GitUrl);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
