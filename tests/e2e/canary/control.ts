import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";

/** Puts a value where a search must find it: as it is, compressed, in hexadecimal and in Base64 at every offset. Names, sorted. */
export function plantControls(folder: string, value: string): readonly string[] {
  const encoded = [0, 1, 2].map((offset) => Buffer.from(`${"x".repeat(offset)}${value}y`).toString("base64"));
  const texts: Readonly<Record<string, string | Buffer>> = {
    "base64-0": encoded[0] ?? "",
    "base64-1": encoded[1] ?? "",
    "base64-2": encoded[2] ?? "",
    compressed: gzipSync(`before ${value} after`),
    hexadecimal: Buffer.from(value).toString("hex"),
    plain: `password: ${value}\n`,
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text, { mode: 0o644 });
  return Object.keys(texts).sort();
}

/** Puts a value into a repository as an object that nothing leads to. */
export function plantObject(repository: string, value: string): void {
  execFileSync("git", ["--git-dir", repository, "hash-object", "-w", "--stdin"], { input: value });
}

/** Runs a process that has a value on its command line, for long enough to be seen. */
export async function runVisibly(value: string): Promise<void> {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 5000)", value], { stdio: "ignore" });
  await sleep(500);
  child.kill();
}
