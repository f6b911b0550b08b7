import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { render } from "../../../../components/manifests/render";
import {
  configMap,
  defineApp,
  defineMonorepo,
  deployment,
  environment,
  namespace,
  overlay,
  overlaysOf,
} from "../../../../components/model/authoring";
import type { Environment, Layer } from "../../../../components/model/environment";
import { IssuesError } from "../../../../components/model/issue";
import { gather, tell } from "../../../../components/model/report/gather";

const labels = { app: "web" };
const containers = [{ name: "web", image: "example/web:1.0.0" }];
const web = defineApp("web", {
  deployment: deployment({
    metadata: { name: "web" },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  }),
  settings: configMap({ metadata: { name: "settings" }, data: { a: "b" } }),
});
const other = defineApp("other", { settings: configMap({ metadata: { name: "other" }, data: { a: "b" } }) });
const settings = { fluxVersion: "v2.9.5", ageRecipients: [] };

/** Written past the compiler, as JavaScript would be. */
const untyped = (value: unknown): never => value as never;

const faulty = (): Environment =>
  environment("staging", settings, (layer) => [
    layer("apps", {
      folder: "apps",
      interval: untyped("1 hour"),
      overlays: [
        overlay(web, {
          namespace: "Web",
          replicas: untyped({ deployment: -1, settings: 2 }),
          images: { web: { tag: "not a tag" } },
          patches: { settings: { data: { a: "c" } } },
          add: {
            space: namespace({ metadata: { name: "web" } }),
            "../x": configMap({ metadata: { name: "x" }, data: {} }),
          },
        }),
        overlay(other, {}),
      ],
    }),
    layer("Bad Name", { folder: "bad", overlays: [] }),
  ]);

describe("a model with faults", () => {
  it("ends the run at once unless what is wrong is gathered", () => {
    assert.throws(() => defineMonorepo({ environments: { staging: faulty() } }), IssuesError);
    assert.throws(() => {
      tell([{ code: "x", path: "y", message: "z" }]);
    }, IssuesError);
    assert.doesNotThrow(() => {
      tell([]);
    });
  });

  it("goes on with everything that is sound, and renders it", () => {
    const { value, issues, leftOut } = gather(() => defineMonorepo({ environments: { staging: faulty() } }));
    assert.deepEqual(issues.map(({ code, resource }) => `${code} ${resource ?? ""}`.trim()).sort(), [
      "malformed-duration Kustomization apps",
      "malformed-image images.web.tag",
      "malformed-name Kustomization Bad Name",
      "malformed-name add.../x",
      "malformed-name namespace",
      "malformed-replicas replicas.deployment",
      "unknown-resource replicas.settings",
    ]);
    assert.ok(value);
    const tree = render({ model: value, clusters: {} });
    const texts = [...tree].map(([path, file]) => `${path}\n${file.kind === "text" ? file.content : ""}`);
    assert.ok(
      texts.some((text) => text.startsWith("apps/staging/web/kustomization.yaml") && text.includes("namespace: web")),
    );
    assert.ok(texts.some((text) => text.startsWith("apps/staging/web/settings-patch.yaml")));
    assert.ok(!tree.has("apps/staging/web/replicas-patch.yaml"));
    assert.ok(tree.has("apps/staging/other/kustomization.yaml"));
    assert.deepEqual(
      value.environments["staging"]?.layers.map(({ name, interval }) => [name, interval]),
      [["apps", "1h"]],
    );
    assert.ok(leftOut.some(({ text }) => text.includes("not a tag")));
  });

  it("breaks circles, and leaves out what two layers or environments cannot both have", () => {
    const dependsOn: Layer[] = [];
    const plain = environment("staging", settings, (layer) => [
      layer("first", { folder: "first", overlays: [overlay(web, {}), overlay(web, {})] }),
    ]);
    const first = { ...(plain.layers[0] ?? assert.fail()), dependsOn };
    const second = { ...first, name: "second", folder: "second", overlays: [], dependsOn: [first] };
    dependsOn.push(second);
    const twin = { ...second, folder: "third", dependsOn: [] };
    const { value, issues } = gather(() =>
      defineMonorepo({ environments: { staging: { ...plain, layers: [first, second, twin] } } }),
    );
    assert.deepEqual(issues.map(({ code }) => code).sort(), ["duplicate-app", "duplicate-layer", "layer-cycle"]);
    const [one, two, ...more] = value?.environments["staging"]?.layers ?? [];
    assert.deepEqual(more, []);
    assert.equal(one?.overlays.length, 1);
    assert.equal((one.dependsOn.length > 0 ? 1 : 0) + ((two?.dependsOn.length ?? 0) > 0 ? 1 : 0), 1);
  });

  it("tells what the code of one environment throws beside the faults of another", () => {
    const throwing = (): Environment =>
      environment("production", settings, () => {
        throw new TypeError("web is not iterable");
      });
    assert.throws(throwing, TypeError);
    const { value, issues } = gather(() =>
      defineMonorepo({ environments: { staging: faulty(), production: throwing() } }),
    );
    assert.deepEqual(
      issues
        .filter(({ path }) => path === "stacks/production.ts")
        .map(({ code, message }) => [code, message.split(";")[0]]),
      [["failing-environment", "the code of production throws: web is not iterable"]],
    );
    assert.ok(issues.some(({ code }) => code === "malformed-image"));
    assert.equal(value?.environments["production"]?.layers.length, 0);
  });

  it("names each known thing once", () => {
    const lost = { ...(faulty().layers[0] ?? assert.fail()), name: "lost" };
    const layers = ["apps", "apps"].map((name, index) => ({
      ...lost,
      name,
      folder: `f${index}`,
      overlays: [],
      dependsOn: [lost],
    }));
    const { issues } = gather(() =>
      defineMonorepo({ environments: { staging: { name: "staging", ...settings, layers } } }),
    );
    const messages = issues.filter(({ code }) => code === "unknown-layer").map(({ message }) => message);
    assert.match(messages[0] ?? "", /Known: apps\.$/);
  });

  it("tells a catalog's missing and unknown entries, and goes on with the others", () => {
    const { value, issues } = gather(() =>
      overlaysOf({ web, other }, untyped({ web: overlay(web, {}), tird: overlay(web, {}) })),
    );
    assert.deepEqual(
      issues.map(({ code, resource }) => `${code} ${resource ?? ""}`),
      ["missing-overlay other", "unknown-app tird"],
    );
    assert.deepEqual(
      value?.map(({ app }) => app.name),
      ["web"],
    );
  });
});
