import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { buildFolders } from "../../../../components/kustomize/build-folders";
import { render } from "../../../../components/manifests/render";
import { treeTexts } from "../../../../components/manifests/sealed-placeholder";
import { defineMonorepo, environment, overlay, type OverlayOptions } from "../../../../components/model/authoring";
import { settings } from "../../../types/fixture";
import { kustomizeForTests } from "../../kustomize/tool";
import { listedApp as app } from "./listed-app";

type Patches = NonNullable<OverlayOptions<typeof app.resources>["patches"]>;
type PodPatch = NonNullable<NonNullable<NonNullable<NonNullable<Patches["deployment"]>["spec"]>["template"]>["spec"]>;

const pod = (spec: PodPatch): Patches => ({ deployment: { spec: { template: { spec } } } });
type ContainerPatch = Extract<NonNullable<PodPatch["containers"]>[number], { readonly name: "app" }>;
const container = (fields: Omit<ContainerPatch, "name">): Patches => pod({ containers: [{ name: "app", ...fields }] });

/** Every object of a list of a mapping, wherever it stands, by the list's field. */
function listOf(value: unknown, field: string): readonly unknown[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const own = (value as Readonly<Record<string, unknown>>)[field];
  if (Array.isArray(own)) return own as readonly unknown[];
  return Object.values(value).reduce<readonly unknown[] | undefined>(
    (found, inner) => found ?? listOf(inner, field),
    undefined,
  );
}

describe("a patch of a list", function () {
  this.timeout(60_000);
  let tool: string;
  before(async () => {
    tool = await kustomizeForTests();
  });

  async function built(kind: string, field: string, patches: Patches): Promise<readonly unknown[]> {
    const staging = environment("staging", settings, (layer) => [
      layer("apps", { folder: "apps", overlays: [overlay(app, { patches })] }),
    ]);
    const tree = treeTexts(render({ model: defineMonorepo({ environments: { staging } }), clusters: {} }));
    const [build] = await buildFolders(tree, [{ folder: "apps/staging" }], { tool });
    assert.deepEqual(build?.failures, []);
    const object = build.objects.find((one) => one.object.kind === kind && one.object.metadata.name === "app")?.object;
    return listOf(object, field) ?? [];
  }

  const merged: readonly (readonly [string, string, Patches, number])[] = [
    [
      "Deployment",
      "env",
      container({
        env: [
          { name: "B", value: "3" },
          { name: "C", value: "4" },
        ],
      }),
      3,
    ],
    ["Deployment", "env", container({ env: [{ name: "B", $patch: "delete" }] }), 1],
    ["Deployment", "env", container({ env: [{ $patch: "replace" }, { name: "C", value: "4" }] }), 1],
    ["Deployment", "ports", container({ ports: [{ containerPort: 80, hostPort: 80 }, { containerPort: 90 }] }), 2],
    ["Deployment", "volumeMounts", container({ volumeMounts: [{ mountPath: "/b", name: "w" }] }), 2],
    ["Deployment", "volumeDevices", container({ volumeDevices: [{ devicePath: "/dev/b", name: "c" }] }), 2],
    ["Deployment", "containers", pod({ containers: [{ $new: true, name: "side", image: "example.com/side:1" }] }), 2],
    ["Deployment", "volumes", pod({ volumes: [{ name: "w", configMap: null, emptyDir: {} }] }), 2],
    ["Deployment", "hostAliases", pod({ hostAliases: [{ ip: "10.0.0.1", hostnames: ["b"] }, { ip: "10.0.0.2" }] }), 2],
    ["Deployment", "imagePullSecrets", pod({ imagePullSecrets: [{ name: "b" }] }), 2],
    [
      "Deployment",
      "topologySpreadConstraints",
      pod({ topologySpreadConstraints: [{ topologyKey: "zone", whenUnsatisfiable: "ScheduleAnyway", maxSkew: 5 }] }),
      2,
    ],
    ["Service", "ports", { service: { spec: { ports: [{ port: 53, protocol: "UDP", targetPort: 5353 }] } } }, 2],
    ["ServiceAccount", "secrets", { account: { secrets: [{ name: "b" }] } }, 2],
    [
      "ValidatingWebhookConfiguration",
      "webhooks",
      { hook: { webhooks: [{ name: "b.example.org", failurePolicy: "Ignore" }] } },
      2,
    ],
  ];
  for (const [index, [kind, field, patches, count]] of merged.entries()) {
    it(`of ${kind} merges ${field}, as written in case ${index + 1}`, async () => {
      assert.equal((await built(kind, field, patches)).length, count);
    });
  }

  const replaced: readonly (readonly [string, string, Patches, readonly unknown[]])[] = [
    ["Deployment", "tolerations", pod({ tolerations: [{ key: "b" }] }), [{ key: "b" }]],
    ["Deployment", "schedulingGates", pod({ schedulingGates: [{ name: "b" }] }), [{ name: "b" }]],
    [
      "Deployment",
      "resourceClaims",
      pod({ resourceClaims: [{ name: "b", resourceClaimName: "b" }] }),
      [{ name: "b", resourceClaimName: "b" }],
    ],
    ["ServiceAccount", "imagePullSecrets", { account: { imagePullSecrets: [] } }, []],
  ];
  for (const [kind, field, patches, expected] of replaced) {
    it(`of ${kind} replaces ${field}`, async () => {
      assert.deepEqual(await built(kind, field, patches), expected);
    });
  }
});
