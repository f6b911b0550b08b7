import assert from "node:assert/strict";
import fc from "fast-check";
import { before, describe, it } from "mocha";
import type { KubernetesObject } from "../../../../components/model/object";
import { schemaCatalog, type SchemaCheck } from "../../../../components/validation/schema/catalog";
import { type Evaluate, loadExpressions } from "../../../../components/validation/schema/cel/expressions";
import { ruleFaults } from "../../../../components/validation/schema/cel/rules";
import { soundBuilds } from "../../../../components/validation/schema/sound-builds";
import { fluxRelease } from "../../../../tools/flux-release";
import { silentReport } from "../../../../tools/report";

const rule = (text: string, more: object = {}): object => ({ rule: text, ...more });

const schema = {
  type: "object",
  "x-kubernetes-validations": [rule("self.metadata.name.startsWith('a')", { message: "names begin with a" })],
  properties: {
    spec: {
      type: "object",
      "x-kubernetes-validations": [
        rule("self.min <= self.max", { messageExpression: "string(self.min) + ' is above ' + string(self.max)" }),
        rule("self.mode != 'off' || self.ratio > 0.5"),
        rule("self.__namespace__ != self.my__dash__name"),
        rule("self.max == oldSelf.max", { message: "max is immutable" }),
        rule("quantity(self.size).isLessThan(quantity('1Gi'))", { message: "an unknown function" }),
        rule("self.missing == 1", { message: "a field that is not there" }),
        rule("duration(self.wait) > duration('1s')", { message: "a type of its own" }),
        rule("self.mode.matches('\\\\Aon\\\\z')", { message: "a pattern of RE2" }),
        rule("this is no expression", { message: "no expression" }),
      ],
      properties: {
        min: { type: "integer" },
        max: { type: "integer", default: 10 },
        ratio: { type: "number", default: 1 },
        mode: { type: "string", default: "on" },
        namespace: { type: "string", default: "x" },
        "my-name": { type: "string", default: "y" },
        size: { type: "string", default: "2Gi" },
        wait: { type: "string", format: "duration", default: "0s" },
        ports: {
          type: "array",
          "x-kubernetes-validations": [rule("self.all(p, self.exists_one(q, q.port == p.port))", { message: "twice" })],
          items: {
            type: "object",
            "x-kubernetes-validations": [rule("self.port > 0 && self.port < 65536")],
            properties: { port: { type: "integer" } },
          },
        },
        labels: {
          type: "object",
          additionalProperties: { type: "string", "x-kubernetes-validations": [rule("size(self) < 3")] },
        },
      },
    },
  },
};

const object = (spec: object, name = "a"): object => ({ metadata: { name }, spec: { min: 1, ...spec } });

describe("rules of definitions", () => {
  let evaluate: Evaluate;
  before(async () => {
    evaluate = await loadExpressions();
  });

  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ["what satisfies them", object({}), []],
    ["an object's name", object({}, "b"), [" breaks a rule: names begin with a"]],
    ["a default that is not written", object({ min: 11 }), ["spec breaks a rule: 11 is above 10"]],
    ["a message of an expression", object({ min: 3, max: 2 }), ["spec breaks a rule: 3 is above 2"]],
    [
      "a number that is whole",
      object({ mode: "off", ratio: 0 }),
      ["spec must satisfy self.mode != 'off' || self.ratio > 0.5"],
    ],
    [
      "a field whose name is a word of the language",
      object({ namespace: "a", "my-name": "a" }),
      ["spec must satisfy self.__namespace__ != self.my__dash__name"],
    ],
    ["a list", object({ ports: [{ port: 1 }, { port: 1 }] }), ["spec.ports breaks a rule: twice"]],
    ["no value that Flux has yet to fill in", object({ namespace: "${a}", "my-name": "${a}" }), []],
    [
      "an entry of a list",
      object({ ports: [{ port: 1 }, { port: 0 }] }),
      ["spec.ports[1] must satisfy self.port > 0 && self.port < 65536"],
    ],
    ["a value of a map", object({ labels: { a: "long" } }), ["spec.labels.a must satisfy size(self) < 3"]],
  ];
  for (const [title, value, faults] of cases) {
    it(`judge ${title}`, () => {
      assert.deepEqual(
        ruleFaults(schema, value, evaluate).map(({ field, problem }) => `${field} ${problem}`),
        faults,
      );
    });
  }

  it("never fail on a value, whatever it is", () => {
    const anything = fc.anything({ maxDepth: 4, withNullPrototype: true });
    fc.assert(
      fc.property(anything, anything, (spec, name) => {
        ruleFaults(schema, { metadata: { name }, spec }, evaluate);
      }),
    );
  });
});

const flux = (apiVersion: string, kind: string, spec: object): KubernetesObject =>
  Object.assign({ apiVersion, kind, metadata: { name: "one", namespace: "flux-system" } }, { spec });
const ref = { name: "a" };
const chart = { spec: { chart: "a", sourceRef: { kind: "HelmRepository", name: "a" } } };
const kustomization = { interval: "1h", prune: true, sourceRef: { kind: "GitRepository", name: "a" } };
const helm = { interval: "1h" };
const bucket = { interval: "1h", bucketName: "a", endpoint: "a.example.org" };
const receiver = { type: "github", secretRef: ref, resources: [{ kind: "GitRepository", name: "a" }] };
const generator = (name: string): object => ({
  sources: [{ alias: "a", kind: "GitRepository", name: "a" }],
  artifacts: [{ name, copy: [{ from: "@a/**", to: "@artifact/" }] }],
});

describe("rules of the pinned Flux", function () {
  this.timeout(60_000);
  let check: SchemaCheck;
  before(async () => {
    const { components } = await fluxRelease("v2.9.5", silentReport);
    const objects = Object.values(components).flatMap((all) => all.map((one) => ({ object: one, origin: "a.yaml" })));
    check = await schemaCatalog(objects, soundBuilds(undefined));
  });

  const cases: readonly (readonly [string, KubernetesObject, RegExp | undefined])[] = [
    ["a release of a chart", flux("helm.toolkit.fluxcd.io/v2", "HelmRelease", { ...helm, chart }), undefined],
    [
      "a release of two charts",
      flux("helm.toolkit.fluxcd.io/v2", "HelmRelease", { ...helm, chart, chartRef: { kind: "OCIRepository", ...ref } }),
      /^spec breaks a rule: either chart or chartRef must be set/,
    ],
    [
      "a release without a chart",
      flux("helm.toolkit.fluxcd.io/v2", "HelmRelease", helm),
      /^spec breaks a rule: either chart or chartRef must be set/,
    ],
    [
      "a cluster of two kubeconfigs",
      flux("kustomize.toolkit.fluxcd.io/v1", "Kustomization", {
        ...kustomization,
        kubeConfig: { configMapRef: ref, secretRef: ref },
      }),
      /^spec.kubeConfig breaks a rule: exactly one of/,
    ],
    [
      "a bucket of the default provider with an account",
      flux("source.toolkit.fluxcd.io/v1", "Bucket", { ...bucket, serviceAccountName: "a" }),
      /^spec breaks a rule: .*generic/i,
    ],
    ["a bucket", flux("source.toolkit.fluxcd.io/v1", "Bucket", { ...bucket, secretRef: ref }), undefined],
    [
      "a repository with an account and no provider",
      flux("source.toolkit.fluxcd.io/v1", "GitRepository", {
        interval: "1m",
        url: "https://a.example.org/b",
        serviceAccountName: "a",
      }),
      /^spec breaks a rule: serviceAccountName/,
    ],
    ["a receiver", flux("notification.toolkit.fluxcd.io/v1", "Receiver", receiver), undefined],
    [
      "a receiver without a secret",
      flux("notification.toolkit.fluxcd.io/v1", "Receiver", { ...receiver, secretRef: undefined }),
      /^spec breaks a rule: .*secretRef/,
    ],
    [
      "an artifact of a name that no object can have",
      flux("source.extensions.fluxcd.io/v1beta1", "ArtifactGenerator", generator("No_Name")),
      /^spec breaks a rule: artifact names must be valid/,
    ],
    ["an artifact", flux("source.extensions.fluxcd.io/v1beta1", "ArtifactGenerator", generator("a.b-c")), undefined],
  ];
  for (const [title, subject, fault] of cases) {
    it(`${fault === undefined ? "let" : "stop"} ${title}`, () => {
      const faults = (
        check({ object: JSON.parse(JSON.stringify(subject)) as KubernetesObject, origin: "a.yaml" }) ?? []
      ).map(({ field, problem }) => `${field} ${problem}`);
      if (fault === undefined) assert.deepEqual(faults, []);
      else {
        assert.equal(faults.length, 1, faults.join("\n"));
        assert.match(faults[0] ?? "", fault);
      }
    });
  }
});
