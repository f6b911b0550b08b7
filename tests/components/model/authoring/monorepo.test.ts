import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  defineApp,
  defineMonorepo,
  environment,
  modelIssues,
  overlay,
  service,
} from "../../../../components/model/authoring";
import { overlaysOf, sealedSecret, secretKey } from "../../../../components/model/authoring";
import {
  secretKeysOf,
  type Environment,
  type Layer,
  type MonorepoModel,
} from "../../../../components/model/environment";
import { IssuesError } from "../../../../components/model/issue";
import { settings, web, worker } from "../../../types/fixture";

const defaults = {
  overlays: [],
  dependsOn: [],
  interval: "1h",
  retryInterval: "1m",
  timeout: "5m",
  prune: true,
  wait: false,
} as const;

function plainLayer(name: string, more: Partial<Layer> = {}): Layer {
  return { name, folder: name, ...defaults, ...more };
}

function modelOf(layers: readonly Layer[], more: Partial<Environment> = {}): MonorepoModel {
  const name = more.name ?? "staging";
  return { environments: { [name]: { name, ...settings, layers, ...more } } };
}

function found(model: MonorepoModel): readonly string[] {
  return modelIssues(model).map(({ code, path }) => `${code} ${path}`);
}

/** Two layers that depend on each other, which values alone cannot do. */
function circle(): readonly Layer[] {
  const dependsOn: Layer[] = [];
  const first = plainLayer("first", { dependsOn });
  const second = plainLayer("second", { dependsOn: [first] });
  dependsOn.push(second);
  return [first, second];
}

describe("environment", () => {
  it("gives layers their defaults", () => {
    const { layers } = environment("staging", settings, (layer) => [layer("apps", { folder: "apps", overlays: [] })]);
    assert.deepEqual(layers, [plainLayer("apps")]);
  });

  it("refuses an option that a layer does not have, which the compiler lets pass in a variable", () => {
    const options = { folder: "apps", overlays: [], dependOn: [] } as const;
    assert.throws(
      () => environment("staging", settings, (layer) => [layer("apps", options)]),
      /apps\.dependOn.*no such option\. Known: dependsOn, folder/,
    );
  });

  it("lists the secrets' configuration keys", () => {
    const secret = sealedSecret({ B: secretKey("b"), A: secretKey("a"), C: secretKey("b") });
    const overlays = [overlay(worker, { add: { secret } })];
    assert.deepEqual(
      secretKeysOf(environment("staging", settings, (layer) => [layer("apps", { folder: "apps", overlays })])),
      ["a", "b"],
    );
  });
});

describe("overlaysOf", () => {
  it("keeps the catalog's order and leaves out what is not deployed", () => {
    const chosen = overlaysOf({ worker, web }, { web: overlay(web, {}), worker: "not deployed" });
    assert.deepEqual(
      chosen.map(({ app }) => app.name),
      ["web"],
    );
  });

  it("refuses what the catalog does not say", () => {
    const untyped = overlaysOf as (catalog: object, choices: object) => unknown;
    assert.throws(
      () => untyped({ web, worker }, { web: "not deployed", wrker: "not deployed" }),
      (error) => {
        assert.ok(error instanceof IssuesError);
        assert.deepEqual(
          error.issues.map(({ code, resource }) => `${code} ${resource}`),
          ["missing-overlay worker", "unknown-app wrker"],
        );
        return true;
      },
    );
  });
});

describe("defineMonorepo", () => {
  const faulty: readonly (readonly [string, MonorepoModel, readonly string[]])[] = [
    [
      "two layers of one name",
      modelOf([plainLayer("a"), plainLayer("a", { folder: "b" })]),
      ["duplicate-layer clusters/staging/b.yaml"],
    ],
    ["the root's name", modelOf([plainLayer("flux-system")]), ["reserved-name clusters/staging/flux-system.yaml"]],
    [
      "a folder inside another",
      modelOf([plainLayer("a"), plainLayer("b", { folder: "a/b" })]),
      ["shared-folder clusters/staging/a.yaml"],
    ],
    ["a folder outside", modelOf([plainLayer("a", { folder: "../a" })]), ["malformed-folder clusters/staging/...yaml"]],
    [
      "a malformed duration",
      modelOf([plainLayer("a", { interval: "1 hour" as "1h" })]),
      ["malformed-duration clusters/staging/a.yaml"],
    ],
    [
      "a layer from elsewhere",
      modelOf([plainLayer("a", { dependsOn: [plainLayer("b")] })]),
      ["unknown-layer clusters/staging/a.yaml"],
    ],
    ["a circle", modelOf(circle()), ["layer-cycle clusters/staging/first.yaml"]],
    ["a reserved environment", modelOf([], { name: "base" }), ["malformed-name clusters/base"]],
    [
      "another key",
      { environments: { other: { name: "staging", ...settings, layers: [] } } },
      ["environment-name clusters/staging"],
    ],
    ["a malformed recipient", modelOf([], { ageRecipients: ["age1x"] }), ["malformed-recipient clusters/staging"]],
    [
      "two overlays of one app",
      modelOf([plainLayer("apps", { overlays: [overlay(worker, {}), overlay(worker, {})] })]),
      ["duplicate-app apps/staging/worker"],
    ],
    [
      "secrets without a recipient",
      modelOf([
        plainLayer("apps", { overlays: [overlay(worker, { add: { s: sealedSecret({ A: secretKey("a") }) } })] }),
      ]),
      ["no-recipient clusters/staging"],
    ],
    [
      "what an overlay and an app report",
      modelOf([plainLayer("apps", { overlays: [overlay(defineApp("Bad", {}), { namespace: "A" })] })]),
      ["malformed-name apps/staging/Bad", "malformed-name apps/base/Bad"],
    ],
  ];
  for (const [name, model, expected] of faulty) {
    it(`reports ${name}`, () => {
      assert.deepEqual(found(model), expected);
    });
  }

  it("prints a circle as its path", () => {
    const [issue] = modelIssues(modelOf(circle()));
    assert.match(issue?.message ?? "", /first → second → first/);
  });

  it("reports environments that mean different apps by one name", () => {
    const other = defineApp("worker", { service: service({ metadata: { name: "worker" }, spec: {} }) });
    const staging = { name: "staging", ...settings, layers: [plainLayer("apps", { overlays: [overlay(worker, {})] })] };
    const production = {
      name: "production",
      ...settings,
      layers: [plainLayer("apps", { overlays: [overlay(other, {})] })],
    };
    assert.deepEqual(found({ environments: { staging, production } }), ["different-base apps/base/worker"]);
  });

  it("throws all of it together", () => {
    const model = modelOf([plainLayer("a"), plainLayer("a")], { ageRecipients: ["x"] });
    assert.throws(
      () => defineMonorepo(model),
      (error) => error instanceof IssuesError && error.issues.length === 2,
    );
  });

  it("returns a sound model as it is", () => {
    const model = modelOf([plainLayer("apps", { overlays: [overlay(worker, {})] })]);
    assert.deepEqual(defineMonorepo(model), model);
  });
});
