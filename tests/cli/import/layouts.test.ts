import assert from "node:assert/strict";
import { describeImport } from "../../../cli/import/describe-import";
import type { ImportResult } from "../../../cli/import/import-repository";
import { imported } from "./imported";
import { overlayRepository } from "./repository";

type Files = ReadonlyMap<string, string>;

const changed = (more: Readonly<Record<string, string>>): Files =>
  new Map([...overlayRepository, ...Object.entries(more)]);
const text = (path: string): string => overlayRepository.get(path) ?? "";

function assertEqual({ proofs }: ImportResult): void {
  assert.deepEqual(
    proofs.flatMap(({ environment, layer, objects }) =>
      objects.map(({ object }) => `${environment} ${layer} ${object.kind}`),
    ),
    [],
  );
}

const release = (apiVersion: string, version: string): string => `apiVersion: ${apiVersion}
kind: HelmRelease
metadata: { name: cache, namespace: shop }
spec:
  interval: 1h
  chart: { spec: { chart: redis, version: ${version}, sourceRef: { kind: HelmRepository, name: bitnami } } }
  values: { replica: { count: 1 } }
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: bitnami, namespace: shop }
spec: { interval: 1h, url: "https://charts.example.org/bitnami" }
`;
const valuesPatch = (apiVersion: string, more: string): string =>
  `apiVersion: ${apiVersion}\nkind: HelmRelease\nmetadata: { name: cache, namespace: shop }\nspec: { ${more} }\n`;

/** A chart in the base, with another version and more values in each environment. */
function withChart(apiVersion: string): Files {
  const overlay = (environment: string): string =>
    text(`apps/${environment}/shop/kustomization.yaml`) +
    (environment === "staging" ? "patches:\n" : "").concat("  - path: cache-patch.yaml\n");
  const production = text("apps/production/shop/kustomization.yaml").replace(
    "patches:\n",
    "patches:\n  - path: cache-patch.yaml\n",
  );
  return changed({
    "apps/base/shop/kustomization.yaml":
      "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [deployment.yaml, service.yaml, cache.yaml]\n",
    "apps/base/shop/cache.yaml": release(apiVersion, "1.2.3"),
    "apps/staging/shop/kustomization.yaml": overlay("staging"),
    "apps/production/shop/kustomization.yaml": production,
    "apps/staging/shop/cache-patch.yaml": valuesPatch(apiVersion, "values: { extra: { staging: true } }"),
    "apps/production/shop/cache-patch.yaml": valuesPatch(
      apiVersion,
      "chart: { spec: { version: 1.2.0 } }, values: { other: [1, 2] }",
    ),
  });
}

describe("layouts that are imported", function () {
  this.timeout(600_000);

  it("take the versions of charts from the versions file, and from nowhere else", async () => {
    const result = await imported(withChart("helm.toolkit.fluxcd.io/v2"));
    assertEqual(result);
    const entry = (version: string): RegExp =>
      new RegExp(
        `charts:\\n {2}# renovate: datasource=helm depName=redis registryUrl=https://charts\\.example\\.org/bitnami\\n {2}redis:\\n {4}version: "${version}"`,
      );
    assert.match(result.code.get("staging.versions.yaml") ?? "", entry("1\\.2\\.3"));
    assert.match(result.code.get("production.versions.yaml") ?? "", entry("1\\.2\\.0"));
    const sources = [...result.code].filter(([path]) => path.endsWith(".ts")).map(([, code]) => code);
    assert.ok(sources.every((code) => !/"1\.2\.[03]"/.test(code)));
    assert.match(result.code.get("production/apps.ts") ?? "", /version: versions\.charts\.redis\.version/);
  });

  it("name in an environment's versions file what that environment runs, and nothing else", async () => {
    const own = text("apps/production/shop/kustomization.yaml").replace(
      "namespace.yaml]",
      "namespace.yaml, worker.yaml]",
    );
    assert.notEqual(own, text("apps/production/shop/kustomization.yaml"));
    const worker = text("apps/base/shop/deployment.yaml")
      .replaceAll("shop", "worker")
      .replace("worker:1.0.0", "worker:2.0.0");
    const result = await imported(
      changed({ "apps/production/shop/kustomization.yaml": own, "apps/production/shop/worker.yaml": worker }),
    );
    assertEqual(result);
    const [staging = "", production = ""] = ["staging", "production"].map((name) =>
      result.code.get(`${name}.versions.yaml`),
    );
    assert.match(production, /depName=registry\.example\/worker\n {2}worker:\n {4}tag: "2\.0\.0"/);
    assert.doesNotMatch(staging, /worker/);
    assert.match(result.code.get("versions/index.ts") ?? "", /leftOut: [^=]*= \{ staging: \["images\.worker"\] \}/);
  });

  it("stay typed where several overlays add to an object whose fields the compiler knows", async () => {
    const result = await imported(withChart("helm.toolkit.fluxcd.io/v2beta2"));
    assertEqual(result);
    assert.match(describeImport(result), /^17 of 18 built objects are typed code/m);
  });

  it("pass their own gate, with what it has against them as allowances that say so", async () => {
    const { verdict, code } = await imported(withChart("helm.toolkit.fluxcd.io/v2beta2"), ["staging"]);
    assert.ok(verdict !== undefined);
    assert.deepEqual(verdict.issues, []);
    const old = verdict.allowances.find(({ rule }) => rule === "served-version");
    assert.equal(old?.object, "HelmRelease shop/cache");
    assert.match(old.reason, /^as imported: apiVersion helm\.toolkit\.fluxcd\.io\/v2beta2 is not served/);
    assert.match(code.get("rules.ts") ?? "", /rule: "served-version",\s+object: "HelmRelease shop\/cache"/);
  });

  it("may stand below a folder of their repository", async () => {
    const nested = [...overlayRepository].map(
      ([path, content]) => [`kubernetes/${path}`, content.replaceAll("path: ./", "path: ./kubernetes/")] as const,
    );
    const result = await imported(new Map(nested), ["staging"]);
    assertEqual(result);
    assert.deepEqual(
      result.proofs.map(({ layer, count }) => `${layer} ${count}`),
      ["apps 4", "platform 3"],
    );
  });

  it("are what a kustomization of the cluster lists", async () => {
    const listing =
      "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [apps.yaml, platform.yaml]\n";
    const result = await imported(
      changed({
        "clusters/staging/kustomization.yaml": listing,
        "clusters/staging/templates/app.yaml": text("clusters/staging/apps.yaml").replace(
          "name: apps",
          "name: branch-${slug}",
        ),
      }),
      ["staging"],
    );
    assertEqual(result);
    assert.deepEqual(
      result.draft.environments.flatMap(({ layers }) => layers.map(({ name }) => name)),
      ["platform", "apps"],
    );
  });

  it("leave other repositories alone, and say which version of Flux is not known", async () => {
    const foreign = text("clusters/staging/apps.yaml")
      .replace("name: apps", "name: theirs")
      .replace("kind: GitRepository\n    name: flux-system", "kind: GitRepository\n    name: theirs");
    const result = await imported(
      changed({
        "clusters/staging/theirs.yaml": `${foreign}---\n${text("clusters/production/alerts.yaml")}`,
        "clusters/staging/flux-system/gotk-components.yaml": "# Flux Version: v2.0.0-rc.5\n",
        "clusters/staging/flux-system/gotk-sync.yaml": text("clusters/staging/apps.yaml")
          .replace("name: apps", "name: flux-system")
          .replace("path: ./apps/staging", "path: ./clusters/staging"),
      }),
      ["staging"],
    );
    assertEqual(result);
    const report = describeImport(result);
    assert.match(report, /theirs\.yaml: Kustomization theirs applies another repository/);
    assert.match(
      report,
      /Flux v2\.0\.0-rc\.5 is not a version that this program installs; staging\.versions\.yaml names v2\.9\.5/,
    );
    assert.match(result.code.get("raw/clusters/staging/theirs.yaml") ?? "", /name: theirs/);
  });

  it("keep what stands beside a layer in one file, and the layer once", async () => {
    const apps = `${text("clusters/staging/apps.yaml")}---\n${text("clusters/production/alerts.yaml")}`;
    const result = await imported(changed({ "clusters/staging/apps.yaml": apps }), ["staging"]);
    assertEqual(result);
    const kept = result.code.get("raw/clusters/staging/apps-others.yaml") ?? "";
    assert.match(kept, /kind: Provider/);
    assert.doesNotMatch(kept, /kind: Kustomization/);
  });

  it("may have an app that is called as its folder", async () => {
    const result = await imported(
      changed({
        "clusters/staging/platform.yaml": text("clusters/staging/platform.yaml").replace(
          "path: ./platform",
          "path: ./issuer",
        ),
        "issuer/kustomization.yaml": text("platform/kustomization.yaml"),
        "issuer/issuer.yaml": text("platform/issuer.yaml"),
        "issuer/widgets.yaml": text("platform/widgets.yaml"),
      }),
      ["staging"],
    );
    assertEqual(result);
    assert.match(result.code.get("issuer/index.ts") ?? "", /export const issuer = \{ issuer: issuerApp/);
  });
});
