import assert from "node:assert/strict";
import fc from "fast-check";
import { before, describe, it } from "mocha";
import { judge } from "../../../components/validation/judge";
import { kustomizeForTests } from "../kustomize/tool";
import { type Files, soundTree } from "./sound-tree";

const paths = [...soundTree().keys()];
const folders = [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf("/"))))];

/** Pieces of YAML that readers and rules may trip over. */
const pieces = [
  "null",
  "~",
  "[]",
  "{}",
  "- ",
  "? ",
  "&a",
  "*a",
  "<<: *a",
  "!!binary x",
  "!!set {a, b}",
  "${",
  "${}",
  "$${",
  "1e999",
  "0x",
  ".nan",
  "-0",
  "'",
  '"',
  "|",
  ">-",
  "---",
  "...",
  "%YAML 1.1",
  "\t",
  "\u0000",
  "\ufeff",
  "\u2028",
  "kind: List\nitems: [null, 1, {}]",
  "__proto__: {a: b}",
  "constructor: x",
  "toString: 1",
  "a(",
  "[",
  "(?i)",
  "x".repeat(70_000),
];

/** What kustomizations may list: themselves, each other, what is above them, and what is no path. */
const targets = [...folders, ".", "..", "../..", "./", "/", "", "https://", "a b", "*", "\u0000"];

interface Change {
  readonly path: string;
  readonly apply: (text: string) => string | undefined;
}

const path = fc.constantFrom(...paths);
const position = fc.nat({ max: 10_000 });

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ path, text: fc.string({ unit: "binary", maxLength: 200 }) }).map(({ path: at, text }) => ({
    path: at,
    apply: () => text,
  })),
  fc.tuple(path, position, fc.constantFrom(...pieces)).map(([at, where, piece]) => ({
    path: at,
    apply: (text: string) => {
      const cut = where % (text.length + 1);
      return text.slice(0, cut) + piece + text.slice(cut);
    },
  })),
  fc.tuple(path, position, fc.constantFrom(...pieces)).map(([at, where, piece]) => ({
    path: at,
    apply: (text: string) => {
      const values = [...text.matchAll(/(?<=: ).+$/gm)];
      const value = values[where % Math.max(values.length, 1)];
      return value === undefined
        ? piece
        : text.slice(0, value.index) + piece + text.slice(value.index + value[0].length);
    },
  })),
  path.map((at) => ({ path: at, apply: () => undefined })),
  fc
    .tuple(fc.constantFrom(...folders), fc.array(fc.constantFrom(...targets), { maxLength: 4 }))
    .map(([folder, listed]) => ({
      path: `${folder}/kustomization.yaml`,
      apply: () =>
        `${["resources", "components", "patches"].map((field) => `${field}: ${JSON.stringify(listed)}`).join("\n")}\n`,
    })),
  fc.tuple(fc.constantFrom(...folders), fc.constantFrom(...folders)).map(([from, to]) => ({
    path: `${from}/kustomization.yaml`,
    apply: () => `resources: [${"../".repeat(from.split("/").length)}${to}]\n`,
  })),
);

function broken(changes: readonly Change[]): Files {
  const files = soundTree();
  for (const { path: at, apply } of changes) {
    const text = apply(files.get(at) ?? "");
    if (text === undefined) files.delete(at);
    else files.set(at, text);
  }
  return files;
}

describe("the gate on broken trees", function () {
  this.timeout(600_000);
  let tool = "";
  before(async () => {
    tool = await kustomizeForTests();
  });

  it("reports whatever is there, and never throws or hangs", async () => {
    const runs = process.env["FC_RUNS"];
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const started = Date.now();
        const issues = await judge({ tree: broken(changes), build: { tool }, environments: ["staging", "production"] });
        assert.ok(issues.every(({ code, path: at, message }) => code !== "" && at !== "" && message !== ""));
        assert.ok(Date.now() - started < 60_000);
      }),
      runs === undefined ? { numRuns: 60, seed: 20_260_930 } : { numRuns: Math.min(Number(runs), 1_000) },
    );
  });

  const circles: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["a folder that lists itself", { "apps/staging/kustomization.yaml": "resources: [.]\n" }],
    ["a folder that lists the one above it", { "apps/staging/web/kustomization.yaml": "resources: [..]\n" }],
    [
      "two folders that list each other, with patches",
      {
        "apps/staging/web/kustomization.yaml":
          "resources: [../more]\npatches: [{ target: { kind: A }, patch: '[]' }]\n",
        "apps/staging/more/kustomization.yaml":
          "resources: [../web]\npatches: [{ target: { kind: A }, patch: '[]' }]\n",
      },
    ],
    ["a component that is its own", { "apps/staging/web/kustomization.yaml": "components: [../web]\n" }],
  ];
  for (const [title, files] of circles) {
    it(`reports ${title}`, async () => {
      const tree = new Map([...soundTree(), ...Object.entries(files)]);
      const issues = await judge({ tree, build: { tool } });
      assert.ok(
        issues.some(({ code }) => code === "build-failed"),
        JSON.stringify(issues),
      );
    });
  }

  it("reads a file of five megabytes, and says only that it is too large for a ConfigMap", async () => {
    const lines = "    one line of a long text\n".repeat(200_000);
    const files = soundTree().set(
      "infrastructure/staging/shared.yaml",
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: values\n  namespace: shared\ndata:\n  text: |\n${lines}`,
    );
    const issues = await judge({ tree: files, build: { tool } });
    assert.deepEqual(
      issues.map(({ code, resource }) => ({ code, resource })),
      [{ code: "invalid-key", resource: "ConfigMap shared/values" }],
    );
  });
});
