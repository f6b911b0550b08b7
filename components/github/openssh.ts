import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";

/** Both halves of a key as OpenSSH writes them. */
export interface OpenSshKeyPair {
  /** `-----BEGIN OPENSSH PRIVATE KEY-----…`, without a passphrase. */
  readonly privateKey: string;
  /** One line: `ssh-ed25519 AAAA… comment`. */
  readonly publicKey: string;
}

const algorithm = "ssh-ed25519";
const blockSize = 8;
const lineLength = 70;

/** Makes a new ed25519 key; the comment is a single line. */
export function makeKeyPair(comment: string): OpenSshKeyPair {
  return encodeKeyPair(generateKeyPairSync("ed25519").privateKey, comment);
}

/** Writes an ed25519 key in the form that `ssh-keygen` does. */
export function encodeKeyPair(key: KeyObject, comment: string): OpenSshKeyPair {
  const publicBytes = rawBytes(createPublicKey(key), "x");
  const blob = Buffer.concat([text(algorithm), field(publicBytes)]);
  return {
    privateKey: armor(privateFile(blob, privateSection(rawBytes(key, "d"), publicBytes, comment))),
    publicKey: `${algorithm} ${blob.toString("base64")} ${comment}\n`,
  };
}

function rawBytes(key: KeyObject, half: "x" | "d"): Buffer {
  const value = key.export({ format: "jwk" })[half];
  if (value === undefined) throw new Error("the key is no ed25519 key");
  return Buffer.from(value, "base64url");
}

/** Two equal numbers by which a reader knows that it decrypted well, the key, and padding of 1, 2, 3, … */
function privateSection(seed: Buffer, publicBytes: Buffer, comment: string): Buffer {
  const check = randomBytes(4);
  const secret = field(Buffer.concat([seed, publicBytes]));
  const body = Buffer.concat([check, check, text(algorithm), field(publicBytes), secret, text(comment)]);
  const padding = (blockSize - (body.length % blockSize)) % blockSize;
  return Buffer.concat([body, Buffer.from(Array.from({ length: padding }, (_, index) => index + 1))]);
}

/** Without a passphrase the cipher and the key derivation are both called `none`. */
function privateFile(publicBlob: Buffer, section: Buffer): Buffer {
  const none = text("none");
  return Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    ...[none, none, text(""), number(1)],
    field(publicBlob),
    field(section),
  ]);
}

function armor(bytes: Buffer): string {
  const lines = bytes.toString("base64").match(new RegExp(`.{1,${lineLength}}`, "g")) ?? [];
  return ["-----BEGIN OPENSSH PRIVATE KEY-----", ...lines, "-----END OPENSSH PRIVATE KEY-----", ""].join("\n");
}

function text(value: string): Buffer {
  return field(Buffer.from(value));
}

function field(bytes: Buffer): Buffer {
  return Buffer.concat([number(bytes.length), bytes]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
