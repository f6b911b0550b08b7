/** What opens everything that an environment has sealed: in Git, in the stack file and in the state. */
export interface Keys {
  readonly environment: string;
  /** Texts with `AGE-SECRET-KEY-…` lines. */
  readonly ageIdentities: readonly string[];
  /** Passphrase of Pulumi's secrets. @default the stack's secrets are kept by another provider */
  readonly passphrase?: string;
}

const format = "flux-monorepo keys 1";

/** The keys as an age file that a passphrase opens, `age --decrypt` included: nobody needs this program to get at them. */
export async function sealKeys(keys: Keys, passphrase: string): Promise<string> {
  const { armor, Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const content = `${JSON.stringify({ format, ...keys }, undefined, 2)}\n`;
  return `${armor.encode(await encrypter.encrypt(content)).trimEnd()}\n`;
}

/** The keys that `sealKeys` sealed. @throws where the passphrase is another, or the text is no such file */
export async function openKeys(text: string, passphrase: string): Promise<Keys> {
  const { armor, Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const content = await decoded(() => armor.decode(text.trim()));
  // What the library says of it may quote the content.
  const plain = await decrypter.decrypt(content, "text").catch(() => undefined);
  if (plain === undefined)
    throw new Error("The passphrase does not open the file; give the one that it was exported with.");
  const keys = keysOf(plain);
  if (keys === undefined)
    throw new Error(`The file holds no "${format}"; was it written by \`npm run keys -- export\`?`);
  return keys;
}

function decoded(decode: () => Uint8Array): Promise<Uint8Array> {
  try {
    return Promise.resolve(decode());
  } catch {
    throw new Error("The file is no armored age file; was it written by `npm run keys -- export`?");
  }
}

function keysOf(plain: string): Keys | undefined {
  const value = parsed(plain);
  if (typeof value !== "object" || value === null || !("format" in value) || value.format !== format) return undefined;
  const { environment, ageIdentities, passphrase } = value as Partial<Record<keyof Keys, unknown>>;
  if (typeof environment !== "string" || !Array.isArray(ageIdentities)) return undefined;
  const texts = ageIdentities.filter((text) => typeof text === "string");
  return { environment, ageIdentities: texts, ...(typeof passphrase === "string" ? { passphrase } : {}) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
