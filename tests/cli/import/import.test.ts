import assert from "node:assert/strict";
import { describeImport } from "../../../cli/import/describe-import";
import type { ImportResult } from "../../../cli/import/import-repository";
import { objectId } from "../../../components/import/compare/differences";
import { imported } from "./imported";
import { overlayRepository } from "./repository";

describe("importRepository", function () {
  this.timeout(600_000);
  let result: ImportResult;
  before(async () => {
    result = await imported(overlayRepository);
  });

  const overlayOf = (environment: string, app: string) => {
    const layers = result.draft.environments.find(({ name }) => name === environment)?.layers ?? [];
    return layers.flatMap(({ overlays }) => overlays).find((overlay) => overlay.app.name === app);
  };

  it("gives back every object of every layer, from code that compiles", () => {
    const differing = result.proofs.flatMap(({ environment, layer, objects }) =>
      objects.map(({ object, kind, field }) => `${environment} ${layer}: ${objectId(object)} ${kind} ${field ?? ""}`),
    );
    assert.deepEqual(differing, []);
    assert.deepEqual(
      result.proofs.map(({ environment, layer, count }) => `${environment} ${layer} ${count}`),
      ["production apps 4", "production platform 3", "staging apps 4", "staging platform 3"],
    );
  });

  it("writes what people write: namespaces, versions, replicas and patches by name", () => {
    assert.equal(overlayOf("staging", "shop")?.namespace, "shop");
    assert.deepEqual(overlayOf("production", "shop")?.replicas, { deployment: 3 });
    assert.match(
      result.code.get("staging.versions.yaml") ?? "",
      /depName=registry\.example\/shop\n {2}shop:\n {4}tag: "1\.1\.0-rc\.1"/,
    );
    assert.match(result.code.get("production.versions.yaml") ?? "", / {2}shop:\n {4}tag: "1\.0\.0"/);
    assert.match(result.code.get("apps/shop.ts") ?? "", /image: "registry\.example\/shop",/);
  });

  it("makes one base of a folder that environments share, and patches of what their Kustomizations say", () => {
    assert.deepEqual(overlayOf("production", "issuer")?.patches, {
      issuer: { spec: { acme: { server: "https://production.example" } } },
    });
    assert.deepEqual(overlayOf("staging", "issuer")?.patches, {});
  });

  it("keeps encrypted Secrets and what is no layer as they are, and says so", () => {
    assert.equal(
      result.code.get("raw/apps/staging/shop/token.yaml"),
      overlayRepository.get("apps/staging/shop/token.yaml"),
    );
    assert.equal(
      result.code.get("raw/clusters/production/alerts.yaml"),
      overlayRepository.get("clusters/production/alerts.yaml"),
    );
    const report = describeImport(result);
    assert.match(report, /^13 of 14 built objects are typed code \(92 %\), 1 is kept in 1 raw file$/m);
    assert.match(report, /apps\/staging\/shop\/token\.yaml: a Secret that SOPS has encrypted/);
    assert.match(report, /clusters\/production\/alerts\.yaml: holds objects that are no layers/);
  });

  it("keeps fields of a Kustomization that a layer has no option for", () => {
    assert.match(result.code.get("production.ts") ?? "", /spec: \{\s+healthChecks: \[/);
    assert.match(result.code.get("staging.ts") ?? "", /dependsOn: \[platform\]/);
  });
});

describe("an app that typed code refuses", function () {
  this.timeout(600_000);

  it("is kept as built, with the reason", async () => {
    const files = new Map(overlayRepository);
    const path = "apps/base/shop/deployment.yaml";
    files.set(path, (files.get(path) ?? "").replace("shop:1.0.0", "shop"));
    files.delete("apps/staging/shop/token.yaml");
    const { draft, proofs, remarks } = await imported(files, ["production"]);
    assert.deepEqual(
      proofs.flatMap(({ objects }) => objects),
      [],
    );
    assert.deepEqual(
      draft.environments.map(({ name }) => name),
      ["production"],
    );
    const kept = remarks.find(({ path: at }) => at === "apps/production/shop/objects.yaml");
    assert.match(kept?.reason ?? "", /without a tag/);
  });

  it("is an error where there is no environment", async () => {
    await assert.rejects(imported(overlayRepository, ["nowhere"]), /clusters\/ has none of nowhere/);
  });
});

describe("a layer that does not build", function () {
  this.timeout(600_000);

  it("is never called equal", async () => {
    const files = new Map(overlayRepository);
    files.delete("platform/issuer.yaml");
    const report = describeImport(await imported(files, ["staging"]));
    assert.match(
      report,
      /^staging platform: INCOMPLETE, the repository does not build: platform lists "issuer\.yaml"/m,
    );
    assert.match(report, /^staging apps: equal/m);
  });
});
