/** Why an exchange with a repository failed. */
export type GitFaultCode =
  | "authentication"
  | "authorisation"
  | "missing-repository"
  | "unreachable"
  | "declined"
  | "moved"
  | "signing"
  | "local";

/** A failure that people can act on; its message and properties hold no credential. */
export class GitFault extends Error {
  /** What the other side said, if anything. */
  readonly detail: string;

  constructor(
    readonly code: GitFaultCode,
    /** Remote and branch it is about, safe to print. */
    readonly subject: string,
    /** What the other side said, and beside it what is wrong, where that is known better than by the code. */
    said: string | { readonly detail: string; readonly explanation: string },
  ) {
    const { detail, explanation } = typeof said === "string" ? { detail: said, explanation: explanations[code] } : said;
    super([`${subject}: ${explanation}`, ...(detail === "" ? [] : [detail])].join("\n"));
    this.name = "GitFault";
    this.detail = detail;
  }
}

/** What is wrong and the remedy, as far as the code alone says it. */
export const explanations: Readonly<Record<GitFaultCode, string>> = {
  authentication:
    "the repository does not accept the credentials. Check the token or key, and for SSH the pinned host key",
  authorisation: "the credentials are valid but may not do this. Give them write access to the repository",
  "missing-repository": "there is no such repository, or the credentials may not see it. Check the URL, or create it",
  unreachable: "the host does not answer. Check the URL and the network, and run again",
  declined: "the repository declined the push (a hook, or a rule of the branch). Nothing was changed there",
  moved: "others kept pushing while this run tried. Run again",
  signing:
    "the commit could not be signed. Check the signing key, which must have no passphrase, and that ssh-keygen or gpg is installed",
  local: "the local copy in the state folder could not be used. Remove the folder `git` in it and run again",
};

/** Replaces every secret in a text, and credentials in URLs. */
export function scrub(text: string, secrets: readonly string[]): string {
  const cleaned = secrets
    .filter((secret) => secret !== "")
    .reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);
  return cleaned.replace(/:\/\/[^/@\s]*@/g, "://");
}
