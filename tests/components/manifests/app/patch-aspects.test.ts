import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { patchParts } from "../../../../components/manifests/app/patch-aspects";
import { deployment } from "../fixture";

const release = { apiVersion: "helm.toolkit.fluxcd.io/v2", kind: "HelmRelease", metadata: { name: "stack" } };
const cronJob = {
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "bot" },
  spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: "bot", image: "bot:1" }] } } } } },
};

function pod(containers: readonly object[]): object {
  return { spec: { template: { spec: { containers } } } };
}

describe("a patch is split by what it changes", () => {
  const resources = { limits: { memory: "1Gi" } };
  const env = [{ name: "LEVEL", value: "debug" }];
  const table: readonly (readonly [
    string,
    Parameters<typeof patchParts>[0],
    object,
    readonly (readonly [string, object])[],
  ])[] = [
    ["an empty patch", deployment, {}, []],
    ["an undefined field", deployment, { spec: undefined }, []],
    ["replicas", deployment, { spec: { replicas: 3 } }, [["replicas", { spec: { replicas: 3 } }]]],
    ["resources", deployment, pod([{ name: "web", resources }]), [["resources", pod([{ name: "web", resources }])]]],
    [
      "several things at once",
      deployment,
      {
        metadata: { labels: { a: "b" } },
        spec: { replicas: 2, template: { spec: { containers: [{ name: "web", resources, env, tty: true }] } } },
      },
      [
        ["other", { metadata: { labels: { a: "b" } }, ...pod([{ name: "web", tty: true }]) }],
        ["replicas", { spec: { replicas: 2 } }],
        ["resources", pod([{ name: "web", resources }])],
        ["env", pod([{ name: "web", env }])],
      ],
    ],
    [
      "a field that is deleted",
      deployment,
      pod([{ name: "web", resources: null }]),
      [["resources", pod([{ name: "web", resources: null }])]],
    ],
    [
      "a new container",
      deployment,
      pod([{ name: "side", image: "x", env }]),
      [["other", pod([{ name: "side", image: "x", env }])]],
    ],
    [
      "a directive in a list",
      deployment,
      pod([{ name: "web", resources }, { $patch: "replace" }]),
      [["other", pod([{ name: "web", resources }, { $patch: "replace" }])]],
    ],
    [
      "a directive above",
      deployment,
      { spec: { $patch: "replace", replicas: 2 } },
      [["other", { spec: { $patch: "replace", replicas: 2 } }]],
    ],
    ["a deletion", deployment, { $patch: "delete" }, [["delete", { $patch: "delete" }]]],
    [
      "the pod of a CronJob",
      cronJob,
      { spec: { jobTemplate: pod([{ name: "bot", env }]) } },
      [["env", { spec: { jobTemplate: pod([{ name: "bot", env }]) } }]],
    ],
    [
      "a release of a chart",
      release,
      { spec: { interval: "1h", values: { a: 1 }, chart: { spec: { version: "1.2.3" } } } },
      [
        ["other", { spec: { interval: "1h" } }],
        ["version", { spec: { chart: { spec: { version: "1.2.3" } } } }],
        ["values", { spec: { values: { a: 1 } } }],
      ],
    ],
    ["replicas of a kind that has none", release, { spec: { replicas: 3 } }, [["other", { spec: { replicas: 3 } }]]],
  ];
  for (const [what, target, patch, parts] of table) {
    it(what, () => {
      assert.deepEqual(
        patchParts(target, patch).map(({ aspect, body }) => [aspect, body]),
        parts,
      );
    });
  }

  it("loses nothing and says nothing twice", () => {
    const container = fc.record(
      { name: fc.constant("web"), tty: fc.boolean(), env: fc.constant(env), resources: fc.constant(resources) },
      { requiredKeys: ["name"] },
    );
    const patch = fc.record(
      {
        replicas: fc.nat(),
        paused: fc.boolean(),
        template: container.map((entry) => ({ spec: { containers: [entry] } })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(patch, (spec) => {
        const said = patchParts(deployment, { spec }).flatMap(({ body }) => leaves(body));
        assert.deepEqual(said.sort(), leaves({ spec }).sort());
      }),
    );
  });
});

/** Path and value of everything a patch says, but for the names that address containers. */
function leaves(value: unknown, path = ""): readonly string[] & string[] {
  if (typeof value !== "object" || value === null)
    return path.endsWith("/name") ? [] : [`${path}=${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([field, entry]) => leaves(entry, `${path}/${field}`));
}
