import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  parseDocument,
  parseManifests,
  parseYaml,
  stringifyManifest,
  stringifyManifests,
} from "../../../components/manifests/yaml";

describe("emitted YAML", () => {
  const lines: readonly (readonly [string, unknown, string])[] = [
    ["a boolean of YAML 1.1", "on", 'a: "on"\n'],
    ["a number with underscores", "1_000", 'a: "1_000"\n'],
    ["a binary number", "0b101", 'a: "0b101"\n'],
    ["an octal number", "0o7", 'a: "0o7"\n'],
    ["a sexagesimal number", "1:30", 'a: "1:30"\n'],
    ["a number with leading zeros", "004", 'a: "004"\n'],
    ["a number with an underscore after its sign", "+_2", 'a: "+_2"\n'],
    ["a number with an underscore in its prefix", "0_x1f", 'a: "0_x1f"\n'],
    ["a date", "2001-01-01", 'a: "2001-01-01"\n'],
    ["the null sign", "~", 'a: "~"\n'],
    ["an empty string", "", 'a: ""\n'],
    ["a version", "1.42.0", "a: 1.42.0\n"],
    ["an image", "ghcr.io/fluxcd/flux-cli:v2.9.5", "a: ghcr.io/fluxcd/flux-cli:v2.9.5\n"],
    ["a flag", "--events-addr=http://x./", "a: --events-addr=http://x./\n"],
    ["a document marker", "---", 'a: "---"\n'],
    ["a delete character", "\u007f", 'a: "\\u007f"\n'],
    ["a byte order mark", "\ufeffx", 'a: "\\ufeffx"\n'],
    ["a carriage return", "a\r\nb", 'a: "a\\r\\nb"\n'],
    ["a long line", `${"word ".repeat(40)}end`, `a: ${"word ".repeat(40)}end\n`],
    ["a script", "set -e\n\necho hi  \n", "a: |\n  set -e\n\n  echo hi  \n"],
    ["a script without its last newline", "a\nb", "a: |-\n  a\n  b\n"],
    ["a script with blank lines at its end", "a\n\n", "a: |+\n  a\n\n"],
    ["a script that starts indented", "  a\nb\n", "a: |2\n    a\n  b\n"],
    ["an empty list and an empty map", { b: [], c: {} }, "a:\n  b: []\n  c: {}\n"],
    ["a list of lists", [[1, 2], [{ b: null }]], "a:\n  - - 1\n    - 2\n  - - b: null\n"],
    ["an undefined field", { b: undefined, c: 1 }, "a:\n  c: 1\n"],
  ];
  for (const [what, value, text] of lines) {
    it(`writes ${what}`, () => {
      assert.equal(stringifyManifest({ a: value }), text);
      assert.deepEqual(parseYaml(text), JSON.parse(JSON.stringify({ a: value })));
    });
  }

  it("quotes keys as it quotes strings", () => {
    assert.equal(stringifyManifest({ Y: 1, "<<": 2, "1": 3, "a b": 4 }), '"1": 3\n"Y": 1\n"<<": 2\na b: 4\n');
  });

  it("puts apiVersion, kind and metadata first and keeps the order of the rest", () => {
    const object = { spec: { b: 1, a: 2 }, metadata: { name: "x" }, kind: "K", apiVersion: "v1" };
    assert.equal(stringifyManifest(object), "apiVersion: v1\nkind: K\nmetadata:\n  name: x\nspec:\n  b: 1\n  a: 2\n");
  });

  it("writes an object twice where it is used twice, never an alias", () => {
    const labels = { app: "web" };
    assert.equal(stringifyManifest({ a: labels, b: labels }), "a:\n  app: web\nb:\n  app: web\n");
  });

  it("separates documents", () => {
    assert.equal(stringifyManifests([{ a: 1 }, { a: 2 }]), "a: 1\n---\na: 2\n");
  });

  const refused: readonly (readonly [string, unknown, RegExp])[] = [
    ["a number that is none", Number.NaN, /^spec\.a\.\[\]: the number NaN/],
    ["an instance of a class", new Date(0), /^spec\.a\.\[\]: an instance of Date/],
    ["half a surrogate pair", "\ud800", /^spec\.a\.\[\]: the string "\\ud800"/],
  ];
  for (const [what, value, message] of refused) {
    it(`refuses ${what} and names its field`, () => {
      assert.throws(() => stringifyManifest({ spec: { a: [value] } }), { message });
    });
  }
});

describe("parsed YAML", () => {
  it("reads what Kubernetes reads", () => {
    const text = "a: yes\nb: 0o17\nc: 1:30\nd: 2001-01-01\ne: e0\nf: .\ng: .5e1\nx: &x {k: 1_000}\nz: {<<: *x}\n";
    const value = { a: true, b: 15, c: "1:30", d: "2001-01-01", e: "e0", f: ".", g: 5, x: { k: 1000 }, z: { k: 1000 } };
    assert.deepEqual(parseManifests(`---\n${text}---\n---\nb: 1\n`), [value, { b: 1 }]);
  });

  it("names the line of a fault", () => {
    assert.throws(() => parseManifests("a: 1\n---\nb: 1\nb: 2\n"), { message: "line 4: Map keys must be unique" });
    assert.throws(() => parseYaml("a: [\nb: 1"), { message: /^line 2: / });
  });

  it("keeps comments of a document that people edit", () => {
    const document = parseDocument("# chart versions\nweb: 1.10 # bot\n");
    document.setIn(["web"], "1.11");
    assert.match(String(document), /^# chart versions\nweb: .*1\.11.* # bot\n$/);
  });
});
