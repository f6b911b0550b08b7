import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { readTarGz } from "../../../tools/system/archive";

describe("readTarGz", () => {
  const files = new Map([
    ["empty", ""],
    ["folder/exact", "x".repeat(512)],
    [`${"long-name/".repeat(15)}file`, "deep"],
    [`${"n".repeat(140)}.txt`, "long"],
  ]);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "flux-monorepo-tar-"));
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    symlinkSync("empty", join(folder, "link"));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  for (const format of ["gnu", "pax", "ustar"]) {
    it(`reads what tar writes in the ${format} format`, () => {
      const names = [...files.keys()]
        .filter((name) => format !== "ustar" || !name.startsWith("n"))
        .map((name) => `./${name}`);
      const bytes = execFileSync("tar", [`--format=${format}`, "-cz", "-C", folder, ...names, "./link"]);
      const read = [...readTarGz(bytes)].map(([path, content]) => [path, content.toString()]);
      assert.deepEqual(
        read,
        names.map((name) => [name.slice(2), files.get(name.slice(2))]),
      );
    });
  }

  it("refuses an archive that ends too early", () => {
    const tar = execFileSync("tar", ["-c", "-C", folder, "./folder/exact"]);
    assert.throws(
      () => readTarGz(gzipSync(tar.subarray(0, tar.indexOf("x".repeat(512)) + 100))),
      /ends in the middle of a file/,
    );
  });
});
