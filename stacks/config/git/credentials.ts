import { publicHost, publicKnownHosts, type GitHubPlace } from "../../../components/github/host";
import { block, matching, text } from "../parsers";
import type { ConfigReader } from "../reader";
import { isSshUrl } from "./repository-url";

/** How a run proves itself to the Git server; `encrypted` stands for values of a stack file that was read without the engine. */
export type Credentials =
  | { readonly kind: "none" }
  | { readonly kind: "token"; readonly username: string; readonly token: string }
  | { readonly kind: "environment"; readonly username: string; readonly variable: string }
  | { readonly kind: "ssh"; readonly privateKey: string; readonly knownHosts: string }
  | {
      readonly kind: "github-app";
      readonly apiUrl: string;
      readonly appId: string;
      readonly installationId: string;
      readonly privateKey: string;
    }
  | { readonly kind: "encrypted" };

const appKeys = ["githubAppId", "githubAppInstallationId", "githubAppPrivateKey"] as const;
const appId = matching(/^[A-Za-z0-9.]+$/, "the App's id or client id, as its settings on GitHub show it");
const variableName = matching(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of an environment variable such as GITHUB_TOKEN");
const installationId = matching(/^\d+$/, "the number at the end of the installation's address on GitHub");

/** Decodes the keys that open the repository. */
export function decodeCredentials(read: ConfigReader, url: string, place: GitHubPlace | undefined): Credentials {
  const username = read.get("gitUsername", text) ?? "git";
  const token = read.get("gitToken", text);
  const variable = read.get("gitTokenVariable", variableName);
  const privateKey = read.get("gitPrivateKey", block);
  const knownHosts = read.get("gitKnownHosts", block) ?? (hasPinnedKeys(url) ? publicKnownHosts : "");
  const app = decodeApp(read, url, place);
  refuseMismatch(read, url);
  const keys = ["gitToken", "gitPrivateKey", "githubAppPrivateKey"] as const;
  if (keys.some((key) => read.isEncrypted(key))) return { kind: "encrypted" };
  if (app !== undefined) return app;
  if (token !== undefined) return { kind: "token", username, token };
  if (variable !== undefined) return { kind: "environment", username, variable };
  return privateKey === undefined ? { kind: "none" } : { kind: "ssh", privateKey, knownHosts };
}

function decodeApp(read: ConfigReader, url: string, place: GitHubPlace | undefined): Credentials | undefined {
  const id = read.get("githubAppId", appId);
  const installation = read.get("githubAppInstallationId", installationId);
  const privateKey = read.get("githubAppPrivateKey", block);
  if (!appKeys.some((key) => read.has(key))) return undefined;
  for (const key of appKeys.filter((name) => !read.has(name)))
    read.fail(key, "missing-config-value", `A GitHub App needs ${appKeys.join(", ")}; set this one as well.`);
  for (const key of ["gitToken", "gitTokenVariable", "gitPrivateKey"] as const)
    if (read.has(key)) read.fail(key, "conflicting-config-keys", "A GitHub App pushes; remove this key, or the App's.");
  if (url !== "" && (place === undefined || isSshUrl(url)))
    read.fail(
      "githubAppId",
      "conflicting-config-keys",
      `A GitHub App opens no ${url}; use the https:// URL of a repository on GitHub, or set githubApi.`,
    );
  if (id === undefined || installation === undefined || privateKey === undefined || place === undefined)
    return undefined;
  return { kind: "github-app", apiUrl: place.apiUrl, appId: id, installationId: installation, privateKey };
}

/** Whether this program knows the server's host keys. */
function hasPinnedKeys(url: string): boolean {
  return isSshUrl(url) && new URL(url).hostname === publicHost;
}

function refuseMismatch(read: ConfigReader, url: string): void {
  if (read.has("gitToken") && read.has("gitTokenVariable"))
    read.fail("gitTokenVariable", "conflicting-config-keys", "gitToken is set as well; keep the one you mean.");
  if (url === "") return;
  const ssh = isSshUrl(url);
  for (const key of ["gitToken", "gitTokenVariable"] as const)
    if (ssh && read.has(key))
      read.fail(
        key,
        "conflicting-config-keys",
        `A token cannot open ${url}; set gitPrivateKey, or use an https:// URL.`,
      );
  if (!ssh && read.has("gitPrivateKey")) {
    read.fail(
      "gitPrivateKey",
      "conflicting-config-keys",
      `A private key cannot open ${url}; set gitToken, or use an ssh:// URL.`,
    );
  }
  if (ssh && read.has("gitPrivateKey") && !read.has("gitKnownHosts") && !hasPinnedKeys(url)) {
    const host = new URL(url).hostname;
    read.fail(
      "gitKnownHosts",
      "missing-config-value",
      `The SSH server is not known; store the output of \`ssh-keyscan ${host}\`, once you have checked it.`,
    );
  }
}
