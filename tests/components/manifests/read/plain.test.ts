import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, it } from "mocha";
import { parseManifests } from "../../../../components/manifests/yaml";
import { readPlain } from "../../../../components/manifests/read/plain";

const root = join(__dirname, "../../../golden");
const texts = globSync("**/*.yaml", { cwd: root })
  .filter((path) => !path.endsWith("gotk-components.yaml"))
  .sort()
  .map((path) => readFileSync(join(root, path), "utf8"));

/** A directive leaves the whole text to the whole parser. */
function byWholeParser(text: string): unknown {
  return parseManifests(`%YAML 1.1\n---\n${text}`);
}

/** The value, or that there is none. */
function outcome(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch {
    return "refused";
  }
}

function assertSame(text: string): void {
  assert.deepEqual(
    outcome(() => parseManifests(text)),
    outcome(() => byWholeParser(text)),
    text,
  );
}

const noScalar = (): undefined => undefined;

describe("plain YAML", () => {
  const table: readonly (readonly [string, string, unknown])[] = [
    ["mappings and lists", "a:\n  b: c\nd:\n- e\n- f: 1\n  g: []\n", { a: { b: "c" }, d: ["e", { f: 1, g: [] }] }],
    ["indented lists", "a:\n  - b\n  - c: d\n    e:\n      - f\n", { a: ["b", { c: "d", e: ["f"] }] }],
    ["literal blocks", "a: |\n  b\n\n    c\nd: |-\n  e\n", { a: "b\n\n  c\n", d: "e" }],
    ["quotes", `a: "b: c"\nd: 'e #'\n`, { a: "b: c", d: "e #" }],
    ["comments before the document, and nothing behind a key", "# one\n\na:\nb: {}\n", { a: null, b: {} }],
    ["text with a colon", "image: ghcr.io/web:1.2@sha256:ab\n", { image: "ghcr.io/web:1.2@sha256:ab" }],
    ["nothing", "# one\n", null],
  ];
  for (const [what, text, value] of table) {
    it(`reads ${what}`, () => {
      assert.deepEqual(readPlain(text, noScalar), { value });
      assertSame(text);
    });
  }

  const others: readonly (readonly [string, string])[] = [
    ["text over two lines", "a: b\n  c\n"],
    ["flow collections", "a: {b: c}\n"],
    ["folded blocks", "a: >\n  b\n"],
    ["anchors, tags and merges", "a: &b\n  c: d\n"],
    ["a key twice", "a: 1\na: 2\n"],
    ["keys that are no text", "on: 1\n"],
    ["comments between entries", "a: 1\n# two\nb: 2\n"],
    ["tabs and line breaks of other systems", "a: b\r\nc:\td\n"],
    ["a literal block without an end", "a: |\n  b"],
    ["lists of lists", "- - a\n"],
    ["a document of one scalar", "a\n"],
  ];
  for (const [what, text] of others) {
    it(`leaves ${what} to the whole parser`, () => {
      assert.equal(readPlain(text, noScalar), undefined);
      assertSame(text);
    });
  }

  it("reads every generated file but Flux's own as the whole parser does", () => {
    for (const text of texts) assertSame(text);
    assertSame(texts.join("---\n"));
  });

  it("leaves documents apart and faults where they are", () => {
    assert.deepEqual(parseManifests("a: 1\n---\n---\nb: {c: 2}\n---\nd: 3\n"), [{ a: 1 }, { b: { c: 2 } }, { d: 3 }]);
    assert.throws(() => parseManifests("a: 1\n---\nb: 2\nb: 3\n"), /^Error: line 4: Map keys must be unique/);
  });

  it("reads whatever an edit makes of a file as the whole parser does, or refuses it too", () => {
    const characters = Array.from(" \t\n-:#'\"|>&*!?{}[],%@`~=<.0123eExo_");
    const pieces = ["\n- ", ": ", " #", "|-\n", "---\n", "...\n", "  ", "yes", "null"];
    const edit = fc.record({
      at: fc.nat(),
      removed: fc.nat({ max: 4 }),
      inserted: fc.oneof(fc.constantFrom("", ...characters, ...pieces), fc.string({ unit: "binary", maxLength: 3 })),
    });
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(edit, { minLength: 1, maxLength: 4 }), (text, edits) => {
        assertSame(
          edits.reduce(
            (result, { at, removed, inserted }) => {
              const start = at % (result.length + 1);
              return result.slice(0, start) + inserted + result.slice(start + removed);
            },
            text.slice(0, 1500),
          ),
        );
      }),
      { numRuns: Number(process.env["FC_RUNS"] ?? 300) },
    );
  }).timeout(600_000);
});
