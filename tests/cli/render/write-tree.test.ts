import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { textDigest, writeTree } from "../../../cli/render/write-tree";
import type { RenderRecord } from "../../../cli/render/render-record";

describe("writing a tree to a folder", () => {
  let out: string;

  beforeEach(() => {
    out = mkdtempSync(join(tmpdir(), "render-"));
  });

  afterEach(() => {
    rmSync(out, { recursive: true, force: true });
  });

  const tree = new Map([
    ["a.yaml", "a: 1\n"],
    ["apps/b.yaml", "b: 1\n"],
  ]);

  function recordOf(files: ReadonlyMap<string, string>): RenderRecord {
    return Object.fromEntries([...files].map(([path, text]) => [path, textDigest(text)]));
  }

  it("fills an empty folder, and finds nothing to do the second time", () => {
    assert.deepEqual(writeTree(out, tree, { record: undefined, force: false }), {
      written: 2,
      unchanged: 0,
      deleted: [],
    });
    assert.deepEqual(writeTree(out, tree, { record: recordOf(tree), force: false }), {
      written: 0,
      unchanged: 2,
      deleted: [],
    });
  });

  it("deletes what it wrote before and the tree no longer has, with the folder", () => {
    writeTree(out, tree, { record: undefined, force: false });
    assert.deepEqual(
      writeTree(out, new Map([["a.yaml", "a: 2\n"]]), { record: recordOf(tree), force: false }).deleted,
      ["apps/b.yaml"],
    );
    assert.equal(existsSync(join(out, "apps")), false);
  });

  it("refuses a folder of others, and writes nothing", () => {
    writeFileSync(join(out, "theirs.txt"), "theirs");
    assert.throws(
      () => writeTree(out, tree, { record: undefined, force: false }),
      /files that no render wrote, such as theirs\.txt/,
    );
    assert.equal(existsSync(join(out, "a.yaml")), false);
  });

  it("does not mind Git's own files", () => {
    mkdirSync(join(out, ".git"));
    writeFileSync(join(out, ".git", "HEAD"), "ref: refs/heads/main\n");
    assert.equal(writeTree(out, tree, { record: undefined, force: false }).written, 2);
  });

  it("refuses to overwrite or delete an edited file, names all of them, and leaves files of others", () => {
    writeTree(out, tree, { record: undefined, force: false });
    for (const path of tree.keys()) writeFileSync(join(out, path), "edited\n");
    writeFileSync(join(out, "theirs.txt"), "theirs");
    assert.throws(
      () => writeTree(out, new Map([["a.yaml", "a: 2\n"]]), { record: recordOf(tree), force: false }),
      /a\.yaml.*edited[^]*b\.yaml.*edited[^]*2 problems/,
    );
    assert.equal(writeTree(out, tree, { record: recordOf(tree), force: true }).written, 2);
    assert.equal(readFileSync(join(out, "theirs.txt"), "utf8"), "theirs");
  });

  it("writes through no link, and takes links of others as they are", () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "render-elsewhere-"));
    try {
      symlinkSync(elsewhere, join(out, "apps"));
      for (const force of [false, true])
        assert.throws(
          () => writeTree(out, tree, { record: undefined, force }),
          /apps: is a symbolic link.*Remove the link/,
        );
      rmSync(join(out, "apps"));
      symlinkSync(join(elsewhere, "a.yaml"), join(out, "a.yaml"));
      assert.throws(() => writeTree(out, tree, { record: undefined, force: true }), /a\.yaml: is a symbolic link/);
      rmSync(join(out, "a.yaml"));
      assert.deepEqual(readdirSync(elsewhere), []);
      writeTree(out, tree, { record: undefined, force: false });
      symlinkSync(elsewhere, join(out, "folder"));
      symlinkSync("nowhere", join(out, "dangling"));
      assert.equal(writeTree(out, tree, { record: recordOf(tree), force: false }).unchanged, 2);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });
});
