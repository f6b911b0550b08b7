import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { before, describe, it } from "mocha";
import { renderedTree } from "../cli/render/rendered-tree";
import { sealedPlaceholder } from "../components/manifests/sealed-placeholder";
import { environmentNames } from "../stacks";
import { silentReport } from "../tools/report";

const project = resolve(__dirname, "..");
const golden = join(__dirname, "golden");

/** The shipped example as it is kept: of Flux's own large manifests the digest and the number of lines. `UPDATE_GOLDEN=1` rewrites it. */
describe("the tree of the shipped example", () => {
  let files: ReadonlyMap<string, string>;

  before(async function () {
    this.timeout(120_000);
    const tree = await renderedTree(project, environmentNames, silentReport);
    const texts = [...tree].map(
      ([path, file]) => [path, file.kind === "text" ? file.content : sealedPlaceholder(file)] as const,
    );
    files = new Map(
      texts.map(([path, text]) =>
        path.endsWith("/gotk-components.yaml") ? [`${path}.digest`, digest(text)] : [path, text],
      ),
    );
    if (process.env["UPDATE_GOLDEN"] === "1") rewrite(files);
  });

  it("has the kept names", () => {
    const kept = readdirSync(golden, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.deepEqual(
      [...files.keys()].sort(),
      kept.map((entry) => relative(golden, join(entry.parentPath, entry.name))).sort(),
    );
  });

  it("has the kept bytes", () => {
    for (const [path, text] of files) assert.equal(text, readFileSync(join(golden, path), "utf8"), path);
  });
});

function digest(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")} ${text.split("\n").length - 1} lines\n`;
}

function rewrite(files: ReadonlyMap<string, string>): void {
  rmSync(golden, { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(golden, path)), { recursive: true });
    writeFileSync(join(golden, path), text);
  }
}
