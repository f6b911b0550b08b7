import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { buildFolders, type FolderBuild } from "../../../components/kustomize/build-folders";
import { salvage } from "../../../components/kustomize/salvage/salvage";
import { refusedBuilds } from "./refused-builds";
import { base, type Files, merge, operations, patching, replace } from "./refused-pieces";
import { kustomizeForTests } from "./tool";

describe("a build that kustomize refuses", function () {
  this.timeout(60_000);
  let tool = "";
  before(async () => {
    tool = await kustomizeForTests();
  });
  const build = async (files: Files, salvage = true, spec = {}): Promise<FolderBuild> => {
    const [built] = await buildFolders(new Map(Object.entries(files)), [{ folder: "app", spec }], { tool, salvage });
    return built ?? assert.fail();
  };

  for (const { title, files, told, objects } of refusedBuilds)
    it(`tells ${title}`, async () => {
      const { failures, objects: built } = await build(files);
      const found = failures
        .map(({ fault }) => ({
          place: `${fault?.path ?? "?"}${fault?.resource === undefined ? "" : ` (${fault.resource})`}`,
          text: fault?.problem ?? "",
        }))
        .sort((a, b) => `${a.place}${a.text}`.localeCompare(`${b.place}${b.text}`, "en"));
      assert.deepEqual(
        found.map(({ place }) => place),
        told.map(([place]) => place),
        JSON.stringify(found, null, 1),
      );
      for (const [, words] of told)
        assert.ok(
          found.some(({ text }) => words.test(text)),
          `${String(words)} is in none of ${JSON.stringify(found, null, 1)}`,
        );
      assert.equal(built.length, objects);
    });

  const problems = async (files: Files): Promise<readonly string[]> =>
    (await build(files)).failures.map(({ fault }) => `${fault?.path ?? "?"}: ${fault?.problem ?? ""}`).sort();

  it("tells a patch of the right name that misses by its apiVersion or its namespace", async () => {
    const found = await problems({
      ...base,
      "base/service.yaml": base["base/service.yaml"]?.replace("name: web", "name: web\n  namespace: front") ?? "",
      "app/kustomization.yaml": patching("path: a.yaml", "path: b.yaml"),
      "app/a.yaml": merge("Deployment", "web", "apps/v1beta1"),
      "app/b.yaml": merge("Service", "web", "v1"),
    });
    assert.equal(found.length, 2, found.join("\n"));
    assert.match(
      found[0] ?? "",
      /^app\/a.yaml: .*the one here has apiVersion apps\/v1, and the patch apps\/v1beta1; make/,
    );
    assert.match(
      found[1] ?? "",
      /^app\/b.yaml: .*has namespace front, and the patch no namespace; give the patch metadata.namespace: front/,
    );
  });

  it("tells an operation that fails for itself, whatever field was left out, but not one that a lost patch prepares", async () => {
    const operation = operations(replace("/spec/strategy/type", 3));
    const lost = "target: { kind: Deployment }\npatch: '[{ op: add, path: /spec/strategy, value: {} }]'\n";
    const withField = (field: string): Files => ({
      ...base,
      "base/kustomization.yaml": `${base["base/kustomization.yaml"] ?? ""}${field}\n`,
      "base/lost.yaml": lost,
      "app/kustomization.yaml": patching(operation),
    });
    const own = await problems(withField("zzzzzzzz: 1"));
    assert.equal(own.length, 2, own.join("\n"));
    assert.match(own[0] ?? "", /finds no "strategy" at \/spec/);
    assert.equal((await problems(withField("zzzzzzzz: [lost.yaml]"))).length, 1);
  });

  it("says that a patch stands in the spec of a Flux Kustomization, and not in the folder", async () => {
    const spec = { patches: [{ patch: merge("Deployment", "wbe") }] };
    const { failures } = await build({ ...base, "app/kustomization.yaml": "resources: [../base]\n" }, true, spec);
    assert.deepEqual(
      failures.map(({ fault }) => fault?.ofSpec),
      [true],
    );
  });

  it("is looked into only where that is asked for, and never where it builds", async () => {
    const broken = { ...base, "app/kustomization.yaml": patching("path: a.yaml"), "app/a.yaml": merge("Job", "x") };
    const { failures, objects, leftOut } = await build(broken, false);
    assert.deepEqual([failures.length, failures[0]?.fault, objects.length, leftOut], [1, undefined, 0, []]);
    const sound = await build({ ...base, "app/kustomization.yaml": "resources: [../base]\n" });
    assert.deepEqual([sound.failures, sound.leftOut, sound.objects.length], [[], [], 2]);
  });

  it("gives up when its time is over, says so, and leaves out all that the unit holds", async () => {
    const files = new Map(Object.entries({ ...base, "app/kustomization.yaml": patching("path: a.yaml") }));
    const unit = { folder: "app", resources: ["app"], files: [...files.keys()] };
    const failures = [{ folder: "app", reason: "no such patch" }];
    const given = await salvage({ tool }, { unit, files, original: files, failures, until: 0 });
    assert.deepEqual(
      given.failures.map(({ reason }) => reason),
      ["no such patch (there may be more: looking for them took too long)"],
    );
    assert.deepEqual(
      given.leftOut.map(({ unknown, text }) => [unknown, text.includes("name: web")]),
      [[true, true]],
    );
  });
});
