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

const pure = ["manifests", "plan", "validation", "git", "kustomize", "sops", "cluster"].map(
  (name) => `components/${name}`,
);

/** Part of the program → the parts that it may import, besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "components/model": [],
  ...Object.fromEntries(pure.map((part) => [part, ["components/model", ...pure]])),
  stacks: ["components/model", ...pure],
  components: ["components/model", ...pure, "stacks", "tools"],
  tools: ["components/model", "components/manifests"],
  local: ["components/model", "components/cluster", "tools", "components/manifests"],
  cli: ["components/model", ...pure, "stacks", "tools", "local"],
  "index.ts": ["components/model", ...pure, "stacks", "tools", "components"],
};

function partOf(path: string): string {
  const [top = "", second = "", third] = path.split("/");
  return top === "components" && third !== undefined ? `components/${second}` : top;
}

function localTargets(path: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith(".")).map((name) => normalize(join(dirname(path), name)));
}

function importersOf(matches: (name: string) => boolean): readonly string[] {
  return product.filter((path) => importsOf(path).some(({ name }) => matches(name)));
}

describe("architecture", () => {
  it("imports go one way", () => {
    const wrong = product.flatMap((path) =>
      localTargets(
        path,
        importsOf(path).map(({ name }) => name),
      )
        .filter((target) => partOf(target) !== partOf(path) && !(allowed[partOf(path)] ?? []).includes(partOf(target)))
        .map((target) => `${path} imports ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  it("the engine's SDK stays where the engine is", () => {
    const outside = importersOf((name) => name.startsWith("@pulumi/")).filter(
      (path) => !/^(components\/[^/]+\.ts|index\.ts|(cli|local)\/.*)$/.test(path),
    );
    assert.deepEqual(outside, []);
  });

  it("render and check start without the engine's SDK, a cluster client or simple-git", () => {
    for (const entry of ["cli/render.ts", "cli/check.ts"].filter((path) => existsSync(path))) {
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
