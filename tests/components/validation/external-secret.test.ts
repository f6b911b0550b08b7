import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { treeTexts } from "../../../components/manifests/sealed-placeholder";
import { render } from "../../../components/manifests/render";
import {
  customObject,
  defineApp,
  defineMonorepo,
  deployment,
  environment,
  helmRelease,
  helmRepository,
  namespace,
  overlay,
} from "../../../components/model/authoring";
import type { MonorepoModel } from "../../../components/model/environment";
import type { Issue } from "../../../components/model/issue";
import { judge } from "../../../components/validation/judge";
import { fluxRelease } from "../../../tools/flux-release";
import { kustomizeForTests } from "../kustomize/tool";
import { clusterSettings } from "../manifests/fixture";

const labels = { app: "web" };
const web = defineApp("web", {
  deployment: deployment({
    metadata: { name: "web", labels },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [{ name: "web", image: "nginx:1.29.4", envFrom: [{ secretRef: { name: "web-credentials" } }] }],
        },
      },
    },
  }),
});

/** The controller, as the README shows it. */
const externalSecrets = defineApp("external-secrets", {
  repository: helmRepository({
    metadata: { name: "external-secrets" },
    spec: { type: "oci", url: "oci://ghcr.io/external-secrets/charts" },
  }),
  release: helmRelease({
    metadata: { name: "external-secrets" },
    spec: {
      interval: "1h",
      chart: {
        spec: {
          chart: "external-secrets",
          version: "1.1.0",
          sourceRef: { kind: "HelmRepository", name: "external-secrets" },
        },
      },
    },
  }),
});

const secretStore = defineApp("secret-store", {
  store: customObject({
    apiVersion: "external-secrets.io/v1",
    kind: "ClusterSecretStore",
    metadata: { name: "vault" },
    spec: { provider: { vault: { server: "https://vault.example.org", path: "secret" } } },
  }),
});

const credentials = customObject({
  apiVersion: "external-secrets.io/v1",
  kind: "ExternalSecret",
  metadata: { name: "web-credentials" },
  spec: {
    refreshInterval: "1h",
    secretStoreRef: { kind: "ClusterSecretStore", name: "vault" },
    data: [{ secretKey: "TOKEN", remoteRef: { key: "web", property: "token" } }],
  },
});

/** One environment; without `ordered`, the apps do not wait for what brings the kind. */
function model(ordered: boolean): MonorepoModel {
  const staging = environment("staging", { fluxVersion: "v2.9.5", ageRecipients: [] }, (layer) => {
    const controllers = layer("infrastructure-controllers", {
      folder: "infrastructure/controllers",
      overlays: [
        overlay(externalSecrets, {
          namespace: "external-secrets",
          add: { namespace: namespace({ metadata: { name: "external-secrets" } }) },
        }),
      ],
    });
    const configs = layer("infrastructure-configs", {
      folder: "infrastructure/configs",
      overlays: [overlay(secretStore, {})],
      dependsOn: [controllers],
    });
    const apps = layer("apps", {
      folder: "apps",
      overlays: [
        overlay(web, {
          namespace: "web",
          add: { namespace: namespace({ metadata: { name: "web" } }), credentials },
        }),
      ],
      dependsOn: ordered ? [configs] : [],
    });
    return [controllers, configs, apps];
  });
  return defineMonorepo({ environments: { staging } });
}

describe("an ExternalSecret", function () {
  this.timeout(60_000);
  let judged: (ordered: boolean) => Promise<readonly Issue[]>;
  before(async () => {
    const tool = await kustomizeForTests();
    const release = await fluxRelease("v2.9.5");
    judged = (ordered) => {
      const tree = render({ model: model(ordered), clusters: { staging: { settings: clusterSettings, release } } });
      return judge({ tree: treeTexts(tree), build: { tool } });
    };
  });

  it("passes the gate where its controller is a release of an earlier layer, and gives a pod its Secret", async () => {
    assert.deepEqual(await judged(true), []);
  });

  it("is refused where nothing that the layer waits for brings its kind", async () => {
    assert.deepEqual(
      (await judged(false)).map(({ code, resource }) => [code, resource]),
      [["missing-crd", "ExternalSecret web/web-credentials"]],
    );
  });
});
