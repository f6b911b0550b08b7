import { apiUrl, publicHost } from "../../github/host";
import type { GitCredentials } from "../../git/access";

const publicApiUrl = apiUrl(publicHost);

/** Entries of the Secret with which source-controller opens the repository; undefined when it needs none. */
export function sourceSecretEntries(credentials: GitCredentials): Readonly<Record<string, string>> | undefined {
  switch (credentials.kind) {
    case "none":
    // Whoever starts a run has a token for that run, not for a cluster.
    case "environment":
      return undefined;
    case "token":
      return { username: credentials.username, password: credentials.token };
    case "github-app": {
      const { appId, installationId, privateKey, apiUrl: api } = credentials;
      return {
        githubAppID: appId,
        githubAppInstallationID: installationId,
        githubAppPrivateKey: privateKey,
        // The controller takes the public GitHub for granted.
        ...(api === publicApiUrl ? {} : { githubAppBaseURL: api }),
      };
    }
    case "ssh": {
      const publicKey = openSshPublicKey(credentials.privateKey);
      return {
        identity: credentials.privateKey,
        known_hosts: credentials.knownHosts,
        ...(publicKey === undefined ? {} : { "identity.pub": publicKey }),
      };
    }
  }
}

const opening = "-----BEGIN OPENSSH PRIVATE KEY-----";
const magic = "openssh-key-v1\0";

/** The public half that an OpenSSH private key carries in clear; other formats do not. */
function openSshPublicKey(privateKey: string): string | undefined {
  const lines = privateKey.trim().split(/\r?\n/);
  if (lines[0] !== opening) return undefined;
  const bytes = Buffer.from(lines.slice(1, -1).join(""), "base64");
  if (bytes.toString("latin1", 0, magic.length) !== magic) return undefined;
  // Cipher, key derivation and its options come before the number of keys and the first public key.
  const start = skipFields(bytes, magic.length, 3) + 4;
  const blob = field(bytes, start);
  return `${field(blob, 0).toString("latin1")} ${blob.toString("base64")}\n`;
}

function skipFields(bytes: Buffer, offset: number, count: number): number {
  return count === 0 ? offset : skipFields(bytes, offset + 4 + bytes.readUInt32BE(offset), count - 1);
}

function field(bytes: Buffer, offset: number): Buffer {
  return bytes.subarray(offset + 4, offset + 4 + bytes.readUInt32BE(offset));
}
