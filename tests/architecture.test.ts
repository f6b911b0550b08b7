import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, it } from "mocha";
import { importsOf, loadedBy } from "./architecture-imports";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && existsSync(path));
const sources = tracked.filter((path) => path.endsWith(".ts") && !path.startsWith("tests/types/refused"));
const product = sources.filter((path) => !path.startsWith("tests/") && !path.startsWith("bench/"));

const pure = [
  "manifests",
  "plan",
  "validation",
  "git",
  "kustomize",
  "sops",
  "cluster",
  "preview",
  "github",
  "import",
].map((name) => `components/${name}`);
const beneath = ["components/model", ...pure];

/** Part of the program → the parts that it may import, besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "components/model": [],
  ...Object.fromEntries(pure.map((part) => [part, beneath])),
  stacks: beneath,
  "components/publish": [...beneath, "tools"],
  "components/program": [...beneath, "components/publish", "stacks", "tools"],
  components: [...beneath, "components/publish", "components/program", "stacks", "tools"],
  tools: ["components/model", "components/manifests"],
  local: ["components/model", "components/cluster", "components/manifests", "tools"],
  cli: [...beneath, "components/publish", "components/program", "stacks", "tools", "local", "bench"],
  "index.ts": [...beneath, "components/program", "components", "stacks", "tools"],
};

/** The contract of every dynamic provider: types alone, so that it stands above nothing. */
const contract = "components/hosted-provider";

function partOf(path: string): string {
  const [top = "", second = "", third] = path.split("/");
  return top === "components" && third !== undefined ? `components/${second}` : top;
}

/** Parts of the program that an import crosses, as `from → to`, with the file that has it. */
function crossings(path: string): readonly { from: string; to: string; text: string }[] {
  const targets = localTargets(
    path,
    importsOf(path).map(({ name }) => name),
  );
  return targets
    .filter((target) => target !== contract && partOf(target) !== partOf(path))
    .map((target) => ({ from: partOf(path), to: partOf(target), text: `${path} imports ${target}` }));
}

function localTargets(path: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith(".")).map((name) => normalize(join(dirname(path), name)));
}

function importersOf(matches: (name: string) => boolean): readonly string[] {
  return product.filter((path) => importsOf(path).some(({ name }) => matches(name)));
}

describe("architecture", function () {
  this.timeout(60_000);

  it("imports go one way", () => {
    const wrong = product.flatMap(crossings).filter(({ from, to }) => !(allowed[from] ?? []).includes(to));
    assert.deepEqual(
      wrong.map(({ text }) => text),
      [],
    );
  });

  it("no two parts import each other, however far around", () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of product.flatMap(crossings)) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
      [...(edges.get(from) ?? [])].some((to) => to === goal || (!seen.has(to) && reaches(to, goal, seen.add(to))));
    assert.deepEqual(
      [...edges.keys()].filter((part) => reaches(part, part)),
      [],
    );
  });

  it("the engine's SDK stays where the engine is", () => {
    const outside = importersOf((name) => name.startsWith("@pulumi/")).filter(
      (path) => !/^(components\/[^/]+\.ts|index\.ts|(cli|local)\/.*)$/.test(path),
    );
    assert.deepEqual(outside, []);
  });

  it("render and check start without the engine's SDK, a cluster client or simple-git", () => {
    for (const entry of ["cli/render.ts", "cli/check.ts", "cli/check/judge-tree.ts"].filter((path) =>
      existsSync(path),
    )) {
      const heavy = closure(entry).flatMap((path) =>
        loadedBy(path).filter((name) => /^(@pulumi\/|@kubernetes\/|simple-git)/.test(name)),
      );
      assert.deepEqual(heavy, [], entry);
    }
  });

  it("simple-git is used in components/git alone, and yaml in one file", () => {
    assert.deepEqual(
      importersOf((name) => name === "simple-git").filter((path) => !path.startsWith("components/git/")),
      [],
    );
    assert.deepEqual(
      importersOf((name) => name === "yaml"),
      ["components/manifests/yaml.ts"],
    );
  });

  it("files are short", () => {
    const long = sources.filter((path) => readFileSync(path, "utf8").split("\n").length > 201);
    assert.deepEqual(long, []);
  });

  it("a folder holds at most ten files", () => {
    const counts = new Map<string, number>();
    for (const path of product) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    assert.deepEqual(
      [...counts].filter(([folder, count]) => folder !== "." && count > 10),
      [],
    );
  });

  it("files and folders are named in kebab-case", () => {
    const odd = sources.filter(
      (path) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.(test|bench))?\.ts$/.test(path),
    );
    assert.deepEqual(odd, []);
  });

  it("nothing is called utils, helpers, common or manager", () => {
    const vague = product.filter((path) => /(^|[/-])(utils?|helpers?|common|manager)([/.-]|$)/.test(path));
    assert.deepEqual(vague, []);
  });
});

function closure(entry: string): readonly string[] {
  const seen = new Set<string>();
  const queue = [entry];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const target of localTargets(path, loadedBy(path))) {
      const file = [`${target}.ts`, `${target}/index.ts`, target].find((candidate) => sources.includes(candidate));
      if (file !== undefined) queue.push(file);
    }
  }
  return [...seen];
}
