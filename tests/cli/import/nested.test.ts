import assert from "node:assert/strict";
import { describeImport } from "../../../cli/import/describe-import";
import { imported } from "./imported";

const kustomization = (name: string, path: string, more = ""): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 1h
  path: ${path}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${more}`;
const listing = (...paths: readonly string[]): string =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [${paths.join(", ")}]\n`;
const config = (name: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: shop }\ndata: { a: b }\n`;

/** One Kustomization for all apps, which applies one more for each app, as many homelabs have it. */
function homelab(prefix: string): ReadonlyMap<string, string> {
  const files = {
    "clusters/main/apps.yaml": kustomization("apps", `./${prefix}apps/main`),
    "apps/main/kustomization.yaml": listing("shop"),
    "apps/main/shop/kustomization.yaml": listing("namespace.yaml", "shop.yaml", "extra.yaml"),
    "apps/main/shop/namespace.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n",
    "apps/main/shop/shop.yaml": kustomization(
      "shop",
      `./${prefix}apps/base/shop/app`,
      "  components: [../../../../components/alerts]\n",
    ),
    "apps/main/shop/extra.yaml": kustomization("extra", `./${prefix}apps/\${CLUSTER}/shop/extra`),
    "apps/base/shop/app/kustomization.yaml": listing("config.yaml", "deeper.yaml"),
    "apps/base/shop/app/config.yaml": config("shop"),
    "apps/base/shop/app/deeper.yaml": kustomization("deeper", `./${prefix}apps/base/shop/deeper`),
    "apps/base/shop/deeper/config.yaml": config("deeper"),
    "apps/base/unused/config.yaml": config("unused"),
    "apps/main/shop/extra/config.yaml": config("extra"),
    "components/alerts/kustomization.yaml":
      "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [alert.yaml]\n",
    "components/alerts/alert.yaml": config("alert"),
  };
  return new Map(Object.entries(files).map(([path, text]) => [`${prefix}${path}`, text]));
}

describe("Kustomizations below a layer", function () {
  this.timeout(600_000);
  for (const prefix of ["", "kubernetes/"]) {
    it(`keep the folders that they apply, with a repository ${prefix === "" ? "at its top" : `below ${prefix}`}`, async () => {
      const result = await imported(homelab(prefix));
      const kept = [...result.code.keys()].filter((path) => path.startsWith("raw/kept/")).sort();
      assert.deepEqual(
        kept,
        [
          "apps/base/shop/app/config.yaml",
          "apps/base/shop/app/deeper.yaml",
          "apps/base/shop/app/kustomization.yaml",
          "apps/base/shop/deeper/config.yaml",
          "apps/main/shop/extra/config.yaml",
          "components/alerts/alert.yaml",
          "components/alerts/kustomization.yaml",
        ].map((path) => `raw/kept/${prefix}${path}`),
      );
      assert.deepEqual(result.verdict?.issues, []);
      assert.match(
        describeImport(result),
        new RegExp(`${prefix}apps/base/shop/app: applied by Kustomization shop, which a layer holds`),
      );
    });
  }

  it("are said to apply what is not there", async () => {
    const files = new Map([...homelab("")].filter(([path]) => !path.startsWith("apps/base/shop/deeper/")));
    const { verdict } = await imported(files);
    assert.deepEqual(
      verdict?.issues.map(({ code }) => code),
      ["missing-path"],
    );
  });

  it("are named where a repository has no clusters/ to start from", async () => {
    const files = new Map([...homelab("")].map(([path, text]) => [path.replace("clusters/", "flux/"), text]));
    await assert.rejects(imported(files), /Kustomizations stand in flux\/main, .*put those that Flux starts from/);
  });
});
