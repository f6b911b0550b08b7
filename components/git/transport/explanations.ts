import type { GitCredentials } from "../access";
import { explanations } from "./fault";
import type { NetworkCause } from "./http-status";
import type { Finding, GitService } from "./probe";

/** A fault, and what is known about the exchange that it ended. */
export interface Unexplained {
  readonly finding: Finding;
  /** The credentials as they are configured. */
  readonly given: GitCredentials;
  readonly url: string;
  readonly service: GitService;
  readonly stderr: string;
}

/** What is wrong and what to do, in the terms of the configuration. */
export function explanationOf({ finding: { code, cause }, given, url, service, stderr }: Unexplained): string {
  if (code === "unreachable" && cause !== undefined) return network(cause, new URL(url));
  if (code === "authentication") return url.startsWith("ssh://") ? sshProof(stderr) : httpProof(given);
  if (code === "authorisation" && url.startsWith("http"))
    return `the server knows the credentials, and does not let them ${service === "git-receive-pack" ? "write. Give them write access to" : "read. Give them access to"} the repository; where an organisation asks for single sign-on, authorise the token for it`;
  return explanations[code];
}

function network(cause: NetworkCause, { hostname, host }: URL): string {
  switch (cause) {
    case "unknown-host":
      return `there is no host "${hostname}" by the name servers of this machine. Check the URL and the network, and run again`;
    case "refused":
      return `nothing listens at ${host}. Check the URL and its port, and run again`;
    case "untrusted":
      return `the certificate of ${host} comes from no authority that this machine trusts, or is not that host's. Add the authority to the machine's, or name its file in GIT_SSL_CAINFO`;
    default:
      return cause satisfies never;
  }
}

function httpProof(given: GitCredentials): string {
  switch (given.kind) {
    case "none":
      return "the repository asks for credentials, and none are configured. Run `pulumi config set --secret gitToken`, or name a variable that holds a token in gitTokenVariable";
    case "token":
      return refusedToken("the token", given.username);
    case "environment":
      return refusedToken(`the token of the variable ${given.variable}`, given.username);
    case "github-app":
      return "the repository does not accept the token of the GitHub App. Check that the App is installed for this repository";
    case "ssh":
      return explanations.authentication;
    default:
      return given satisfies never;
  }
}

function refusedToken(token: string, username: string): string {
  return `the repository does not accept ${token} for the user name "${username}". Check that it is whole, valid and not expired, and, where the host knows tokens by a user name, that gitUsername is it`;
}

/** OpenSSH has one status for everything: its words alone tell these apart, the most telling first. */
function sshProof(stderr: string): string {
  if (stderr.includes("Host key verification failed"))
    return "the server shows another host key than gitKnownHosts pins. If the server's own key was changed, pin the new one once you have checked it with whoever runs the server; if not, somebody stands in between";
  if (stderr.includes("Load key"))
    return "the private key cannot be used. It must be a whole private key in PEM or OpenSSH form, and have no passphrase, since nobody is there to type one";
  return "the server knows nobody with this private key. Add its public half to the repository, with write access";
}
