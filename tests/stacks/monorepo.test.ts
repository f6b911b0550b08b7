import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "mocha";
import { secretKeysOf, type Environment } from "../../components/model/environment";
import { IssuesError } from "../../components/model/issue";
import { isSealedSecret } from "../../components/model/sealed-secret";
import { environmentNames, monorepo } from "../../stacks";

function layerNames({ layers }: Environment): readonly string[] {
  return layers.map(({ name }) => name);
}

describe("the example", function () {
  this.timeout(60_000);
  const { environments } = monorepo();

  it("has every environment", () => {
    assert.deepEqual(Object.keys(environments), [...environmentNames]);
  });

  for (const environment of Object.values(environments)) {
    it(`orders the layers of ${environment.name}`, () => {
      const order = environment.layers.map(({ name, dependsOn }) => [name, dependsOn.map((layer) => layer.name)]);
      assert.deepEqual(order, [
        ["infrastructure-controllers", []],
        ["infrastructure-configs", ["infrastructure-controllers"]],
        ["monitoring-configs", []],
        ["monitoring-controllers", ["monitoring-configs"]],
        ["apps", ["infrastructure-configs"]],
      ]);
    });

    it(`gives every namespace of ${environment.name} one owner`, () => {
      const overlays = environment.layers.flatMap((layer) => layer.overlays);
      const made = overlays.flatMap(({ add }) =>
        Object.values(add).flatMap((object) =>
          !isSealedSecret(object) && object.kind === "Namespace" ? [object.metadata.name] : [],
        ),
      );
      const used = overlays.flatMap(({ namespace }) => namespace ?? []);
      assert.deepEqual([...made].sort(), [...new Set(used)].sort());
    });

    it(`names the secrets of ${environment.name}`, () => {
      assert.deepEqual(secretKeysOf(environment), [
        "grafanaAdminPassword",
        "grafanaAdminUser",
        "renovateToken",
        "tunnelToken",
      ]);
    });
  }

  it("runs one replica in staging and several in production", () => {
    const replicas = Object.values(environments).map(({ layers }) =>
      layers.at(-1)?.overlays.map((overlay) => overlay.replicas["deployment"]),
    );
    assert.deepEqual(replicas, [
      [1, 1, 1],
      [3, 2, 2],
    ]);
  });

  it("has the same layers everywhere", () => {
    assert.equal(new Set(Object.values(environments).map((environment) => layerNames(environment).join())).size, 1);
  });

  it("takes recipients from outside, and refuses those of no environment", () => {
    const key = "age1e45wrzes262vlvwfykfqklnhy2kqperj7pppys9839zqflzw3qpqgpn0nz";
    const given = monorepo({ ageRecipients: { production: [key] } });
    assert.deepEqual(given.environments["production"]?.ageRecipients, [key]);
    assert.notDeepEqual(given.environments["staging"]?.ageRecipients, []);
    assert.throws(() => monorepo({ ageRecipients: { prod: [key] } }), IssuesError);
  });

  it("loads without the packages that only give types", () => {
    const stacks = JSON.stringify(join(__dirname, "../../stacks/index.ts"));
    const script = `require("tsx/cjs"); require(${stacks}).monorepo(); console.log(Object.keys(require.cache).filter((path) => path.includes("kubernetes-models")).length)`;
    assert.equal(
      execFileSync(process.execPath, ["-e", script], { encoding: "utf8", cwd: join(__dirname, "../..") }).trim(),
      "0",
    );
  });
});
