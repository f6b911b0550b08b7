import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { parseManifests } from "../manifests/yaml";

/** What a file is sealed with. */
export interface SealRequest {
  /** Path of the `sops` program. */
  readonly sops: string;
  /** Plain YAML; goes to sops by its standard input alone. */
  readonly manifest: string;
  /** Public age recipients. */
  readonly recipients: readonly string[];
}

/** Encrypts the values of a Secret for its recipients; keys, names and namespaces stay readable. */
export async function seal({ sops, manifest, recipients }: SealRequest): Promise<string> {
  const args = [
    "encrypt",
    "--input-type",
    "yaml",
    "--output-type",
    "yaml",
    "--age",
    recipients.join(","),
    "--encrypted-regex",
    "^(data|stringData)$",
    "--filename-override",
    "secret.yaml",
  ];
  // Another folder and another environment could add rules or recipients of their own.
  const child = spawn(sops, args, {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, HOME: tmpdir() },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  const faults: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => faults.push(chunk));
  child.stdin.on("error", () => undefined);
  child.stdin.end(manifest);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (status !== 0)
    throw new Error(
      `sops could not encrypt for ${recipients.join(", ")} (status ${status}): ${Buffer.concat(faults).toString().trim()}`,
    );
  const sealed = Buffer.concat(output).toString();
  const open = openEntries(sealed);
  if (open.length > 0)
    throw new Error(`sops left ${open.join(", ")} in clear, so that nothing is committed; is ${sops} a real sops?`);
  return sealed;
}

/** Entries of a Secret whose values anyone can read. */
function openEntries(manifest: string): readonly string[] {
  return parseManifests(manifest).flatMap((object) =>
    ["data", "stringData"].flatMap((field) =>
      Object.entries(Object(Reflect.get(Object(object), field)) as Record<string, unknown>)
        .filter(([, value]) => typeof value !== "string" || !value.startsWith("ENC["))
        .map(([entry]) => `${field}.${entry}`),
    ),
  );
}
