import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { buildFolders } from "../../components/kustomize/build-folders";
import { render } from "../../components/manifests/render";
import { treeTexts } from "../../components/manifests/sealed-placeholder";
import {
  canary,
  configMap,
  defineApp,
  defineMonorepo,
  deployment,
  environment,
  helmRelease,
  namespace,
  ociRepository,
  overlay,
  overlaysOf,
  service,
} from "../../components/model/authoring";
import type { FluxRelease } from "../../components/model/flux-release";
import type { KubernetesObject } from "../../components/model/object";
import { judge } from "../../components/validation/judge";
import { fluxRelease } from "../../tools/flux-release";
import { silentReport } from "../../tools/report";
import { kustomizeForTests } from "../components/kustomize/tool";
import { clusterSettings } from "../components/manifests/fixture";

const labels = { app: "shop" };

const shop = defineApp("shop", {
  deployment: deployment({
    metadata: { name: "shop", labels },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "shop", image: "registry.example/shop:1.0.0" }] },
      },
    },
  }),
  service: service({ metadata: { name: "shop" }, spec: { selector: labels, ports: [{ port: 80 }] } }),
});

/** The controller of canaries: a release by chartRef, with values from a ConfigMap. */
const flagger = defineApp("flagger", {
  chart: ociRepository({
    metadata: { name: "flagger" },
    spec: { interval: "1h", url: "oci://ghcr.io/fluxcd/charts/flagger" },
  }),
  release: helmRelease({
    metadata: { name: "flagger" },
    spec: {
      interval: "1h",
      chartRef: { kind: "OCIRepository", name: "flagger" },
      install: { crds: "CreateReplace" },
      upgrade: { crds: "CreateReplace" },
      valuesFrom: [{ kind: "ConfigMap", name: "flagger-values" }],
    },
  }),
});

interface Choice {
  /** Whether apps wait for the controller. */
  readonly waits?: boolean;
  readonly target?: string;
  readonly values?: string;
}

const canaryOf = (target: string): ReturnType<typeof canary> =>
  canary({
    metadata: { name: "shop" },
    spec: {
      targetRef: { apiVersion: "apps/v1", kind: "Deployment", name: target },
      service: { port: 80 },
      analysis: { interval: "1m", threshold: 5, maxWeight: 50, stepWeight: 10 },
    },
  });

/** Production rolls its app out by a Canary; staging has neither the Canary nor the controller. */
function tree(
  { waits = true, target = "shop", values = "flagger-values" }: Choice,
  release: FluxRelease,
): Map<string, string> {
  const flux = { fluxVersion: release.version, ageRecipients: [] };
  const own = { namespace: "shop", add: { namespace: namespace({ metadata: { name: "shop" } }) } };
  const staging = environment("staging", flux, (layer) => [
    layer("apps", { folder: "apps", overlays: overlaysOf({ shop }, { shop: overlay(shop, own) }) }),
  ]);
  const production = environment("production", flux, (layer) => {
    const controllers = layer("infrastructure-controllers", {
      folder: "infrastructure/controllers",
      overlays: overlaysOf(
        { flagger },
        {
          flagger: overlay(flagger, {
            namespace: "flagger",
            patches: { chart: { spec: { ref: { tag: "1.42.0" } } } },
            add: {
              namespace: namespace({ metadata: { name: "flagger" } }),
              values: configMap({ metadata: { name: values }, data: { "values.yaml": "meshProvider: kubernetes\n" } }),
            },
          }),
        },
      ),
    });
    const overlays = overlaysOf(
      { shop },
      { shop: overlay(shop, { ...own, add: { ...own.add, canary: canaryOf(target) } }) },
    );
    return [controllers, layer("apps", { folder: "apps", overlays, dependsOn: waits ? [controllers] : [] })];
  });
  const model = defineMonorepo({ environments: { staging, production } });
  const cluster = { settings: clusterSettings, release };
  return new Map(treeTexts(render({ model, clusters: { staging: cluster, production: cluster } })));
}

describe("a Canary in production alone", function () {
  this.timeout(120_000);
  let tool = "";
  let release: FluxRelease;
  before(async () => {
    [tool, release] = await Promise.all([kustomizeForTests(), fluxRelease("v2.9.5", silentReport)]);
  });
  const codes = async (choice: Choice): Promise<readonly string[]> => {
    const issues = await judge({ tree: tree(choice, release), build: { tool } });
    return issues.map(({ code, message }) => `${code}: ${message}`);
  };

  it("passes the gate, with its controller as a release of infrastructure", async () => {
    assert.deepEqual(await codes({}), []);
  });

  it("is built in production, and nothing of it in staging", async () => {
    const files = tree({}, release);
    const [staging, production, infrastructure] = await buildFolders(
      files,
      ["apps/staging", "apps/production", "infrastructure/controllers/production"].map((folder) => ({ folder })),
      { tool },
    );
    const names = (objects: readonly { readonly object: KubernetesObject }[] = []): readonly string[] =>
      objects.map(({ object: { kind, metadata } }) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`).sort();
    assert.deepEqual(names(staging?.objects), ["Deployment shop/shop", "Namespace /shop", "Service shop/shop"]);
    assert.deepEqual(names(production?.objects), [
      "Canary shop/shop",
      "Deployment shop/shop",
      "Namespace /shop",
      "Service shop/shop",
    ]);
    assert.deepEqual(names(infrastructure?.objects), [
      "ConfigMap flagger/flagger-values",
      "HelmRelease flagger/flagger",
      "Namespace /flagger",
      "OCIRepository flagger/flagger",
    ]);
    assert.ok(![...files.keys()].some((path) => path.startsWith("infrastructure/controllers/staging/")));
  });

  it("is stopped where its kind may not be there yet", async () => {
    const found = await codes({ waits: false });
    assert.ok(
      found.some((line) => line.startsWith("missing-crd: the kind Canary (flagger.app/v1beta1)")),
      found.join("\n"),
    );
  });

  it("is stopped where what it rolls out does not exist", async () => {
    const found = await codes({ target: "shops" });
    assert.ok(
      found.some((line) => line.startsWith("unknown-target:")),
      found.join("\n"),
    );
  });

  it("is stopped where the controller's values do not resolve", async () => {
    const found = await codes({ values: "flagger-value" });
    assert.ok(
      found.some((line) => /^missing-values: .*ConfigMap flagger\/flagger-values/.test(line)),
      found.join("\n"),
    );
  });
});
