import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { catalog, toolNames } from "../../tools/catalog";
import { kubernetesPluginVersion } from "../../tools/catalog/pulumi";
import { fluxVersions } from "../../tools/flux-release";
import { compareVersions, findVersion } from "../../tools/acquire/path";

const root = join(__dirname, "..", "..");
const platforms = (["linux", "darwin"] as const).flatMap((os) =>
  (["amd64", "arm64"] as const).map((arch) => ({ os, arch })),
);

describe("the catalog of tools", () => {
  for (const name of toolNames) {
    const { module, release, version } = catalog[name];
    it(`${name}: goes by its own name and pins its module`, () => {
      assert.equal(catalog[name].name, name);
      if (!("folder" in module)) return;
      const goMod = readFileSync(join(root, "tools", "modules", module.folder, "go.mod"), "utf8");
      assert.ok(existsSync(join(root, "tools", "modules", module.folder, "go.sum")));
      if (module.main !== ".")
        assert.ok(goMod.includes(module.main), `${module.folder}/go.mod does not name ${module.main}`);
      if (name !== "pulumi-resource-kubernetes")
        assert.ok(
          goMod.includes(` ${version}\n`) || goMod.includes(` ${version} `),
          `go.mod has another version than ${version}`,
        );
    });
    it(`${name}: names the pinned version in each release`, () => {
      for (const platform of platforms) {
        const url = release?.(platform)?.url;
        if (url !== undefined) assert.ok(decodeURIComponent(url).includes(version), url);
      }
    });
  }

  it("has the Kubernetes plugin that the SDK asks for", () => {
    const sdk: unknown = JSON.parse(
      readFileSync(join(root, "node_modules", "@pulumi", "kubernetes", "package.json"), "utf8"),
    );
    assert.ok(typeof sdk === "object" && sdk !== null && "version" in sdk);
    assert.equal(kubernetesPluginVersion, `v${String(sdk.version)}`);
  });

  it("builds the flux CLI of a release whose manifests are pinned", () => {
    assert.ok(fluxVersions.includes(catalog.flux.version));
  });

  const said: readonly (readonly [string, string])[] = [
    ["v5.8.1\n", "v5.8.1"],
    ["sops 3.13.3\n", "v3.13.3"],
    ["etcd Version: 3.7.3\nGit SHA: x\nGo Version: go1.26.8", "v3.7.3"],
    ["kwokctl version v0.8.0 go1.26.8 (linux/amd64)", "v0.8.0"],
    ["Kubernetes v1.36.3", "v1.36.3"],
    ["v3.200.0-alpha.1", "v3.200.0-alpha.1"],
  ];
  for (const [text, version] of said)
    it(`reads ${version} from ${JSON.stringify(text)}`, () => {
      assert.equal(findVersion(text), version);
    });

  it("orders versions by number, a pre-release before its release", () => {
    const ordered = ["v1.9.9", "v1.10.0-rc.1", "v1.10.0", "v2.0.0"];
    assert.deepEqual([...ordered].reverse().sort(compareVersions), ordered);
  });
});
