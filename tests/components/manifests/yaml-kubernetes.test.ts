import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { before, describe, it } from "mocha";
import { parseYaml, stringifyManifest } from "../../../components/manifests/yaml";

/** Text made of what decoders of YAML stumble over. */
const fragments = [
  ...Array.from("yYnN0179-+._:~=<>|#&*!%@`'\"?,[]{}\\ \t\n\r"),
  "on",
  "Off",
  "null",
  "0x1f",
  "0b1",
  "0o7",
  "1e3",
  ".inf",
  ".NaN",
  "1:30",
  "2001-01-01",
  "<<",
  "---",
  "...",
  "\n\n",
  "  ",
  ": ",
  " #",
  "\u0000",
  "\u007f",
  "\u0085",
  "\u00a0",
  "\u2028",
  "\u2029",
  "\ufeff",
  "\uffff",
  "é",
  "😀",
  "\u001b",
];
const awkward = fc.array(fc.constantFrom(...fragments), { maxLength: 6 }).map((parts) => parts.join(""));
const anyText = fc.oneof(awkward, fc.string({ unit: "binary", maxLength: 40 }), fc.string({ maxLength: 40 }));
const batch = fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText, { maxLength: 3 })), {
  minKeys: 300,
  maxKeys: 400,
  noNullPrototype: true,
});

function manifest(data: object): object {
  return { apiVersion: "example.com/v1", kind: "Strings", metadata: { name: "strings" }, data };
}

describe("every string and key", () => {
  it("comes back through this program's own parser", () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, anyText, { noNullPrototype: true }), (data) => {
        assert.deepEqual(parseYaml(stringifyManifest(manifest(data))), manifest(data));
      }),
    );
  });

  describe("comes back through Kubernetes' own decoder", () => {
    before(function () {
      if (spawnSync("kubectl", ["version", "--client"]).status !== 0) this.skip();
    });

    it("as kubectl reads it", () => {
      fc.assert(
        fc.property(batch, (data) => {
          assert.deepEqual(decodeWithKubectl(stringifyManifest(manifest(data))), manifest(data));
        }),
        { numRuns: 10, endOnFailure: true },
      );
    }).timeout(60_000);
  });
});

function decodeWithKubectl(text: string): unknown {
  const dir = mkdtempSync(join(tmpdir(), "yaml-"));
  try {
    writeFileSync(join(dir, "strings.yaml"), text);
    const json = execFileSync("kubectl", ["label", "--local", "-f", join(dir, "strings.yaml"), "x=y", "-o", "json"], {
      encoding: "utf8",
    });
    const { metadata, ...object } = JSON.parse(json) as { readonly metadata: { readonly name: string } };
    return { ...object, metadata: { name: metadata.name } };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
