import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "mocha";
import { configKeyNames, configKeys } from "../stacks/config";
import type { ConfigKey } from "../stacks/config/keys";

const readme = readFileSync("README.md", "utf8");
const contributing = readFileSync("CONTRIBUTING.md", "utf8");

/** The table of configuration keys as the decoder documents them. */
function keyTable(): string {
  const rows = configKeyNames.map((name) => {
    const { about, fallback, secret }: ConfigKey = configKeys[name];
    return `| \`${name}\` | ${about}${secret === true ? " (secret)" : ""} | ${fallback ?? ""} |`;
  });
  return ["| key | what it is | default |", "| --- | --- | --- |", ...rows].join("\n");
}

describe("README", () => {
  it("documents every configuration key as the decoder does", () => {
    const table = /<!-- keys -->\n+([^]*?)\n+<!-- keys:end -->/.exec(readme)?.[1];
    const cells = (text: string): string => text.replace(/ +\|/g, " |").replace(/-{3,}/g, "---");
    assert.equal(cells(table ?? ""), cells(keyTable()));
  });

  it("names commands that exist", () => {
    const manifest: unknown = JSON.parse(readFileSync("package.json", "utf8"));
    assert.ok(typeof manifest === "object" && manifest !== null && "scripts" in manifest);
    const scripts = Object.keys(manifest.scripts ?? {});
    const named = [...`${readme}${contributing}`.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name = ""]) => name);
    const unknown = named.filter((name) => !scripts.includes(name) && name !== "ci");
    assert.deepEqual(unknown, []);
    for (const needed of ["start", "test"]) assert.ok(named.includes(needed));
  });

  it("names files that exist", () => {
    const paths = [...readme.matchAll(/`(stacks\/[a-z./-]+)`/g)].map(([, path = ""]) => path);
    assert.deepEqual(
      paths.filter((path) => !existsSync(path)),
      [],
    );
  });
});
