import assert from "node:assert/strict";
import { it } from "mocha";
import { applied, footprint, forceReconcile } from "./cluster";
import type { Sides } from "./sides";

/** A stack that holds a cluster and whose configuration says that it has none; production plays it, after all that needs it. */
export function turnedOffTests(the: () => Sides): void {
  const set = async (...args: readonly string[]): Promise<void> => {
    const { status, output } = await the().stack.production("config", ...args);
    assert.equal(status, 0, output);
  };
  const up = async (): Promise<string> => {
    const { status, output } = await the().stack.production("up", "--yes", "--skip-preview");
    assert.equal(status, 0, output);
    return output;
  };
  /** What must not change: both branches, the workloads, and what Flux has applied. */
  const everything = async ({ repository, production }: Sides): Promise<readonly unknown[]> => [
    [repository.head("main"), repository.head("env/production")],
    await footprint(production),
    await applied(production),
  ];
  let forget = "";
  let uid = "";

  it("an age identity that is no longer configured stays where Flux decrypts with it", async () => {
    const before = await everything(the());
    await set("rm", "ageIdentity");
    assert.match(await up(), /sops-age deleted [^\n]*\[retain\]/);
    const secret = { apiVersion: "v1", kind: "Secret", name: "sops-age", namespace: "flux-system" };
    assert.ok(Object.keys((await the().production.get(secret))?.data ?? {}).includes("age.agekey"));
    await forceReconcile(the().production);
    assert.deepEqual(await everything(the()), before);
  });

  it("`cluster: false` is refused by preview and update, and takes nothing from the cluster", async () => {
    const before = await everything(the());
    await set("set", "cluster", "false");
    for (const command of [["preview"], ["up", "--yes", "--skip-preview"]]) {
      const { status, output } = await the().stack.production(...command);
      assert.notEqual(status, 0, output);
      assert.match(output, /installed Flux for production[^]*would uninstall it there[^]*Nothing was changed/);
      forget = /run `pulumi (state delete [^`]+)`/.exec(output)?.[1] ?? "";
      uid = /uninstallFlux ([0-9a-f-]{36})/.exec(output)?.[1] ?? "";
    }
    assert.deepEqual(await everything(the()), before);
  });

  it("a stack that has forgotten its cluster writes Git on, and leaves Flux running", async () => {
    const before = await everything(the());
    const [, urn = ""] = /^state delete "([^"]+)" --target-dependents/.exec(forget) ?? [];
    const { status, output } = await the().stack.production("state", "delete", urn, "--target-dependents", "--yes");
    assert.equal(status, 0, output);
    const updated = await up();
    assert.doesNotMatch(updated, /kubernetes:/);
    assert.deepEqual(await everything(the()), before);
  });

  it("the cluster comes back under the stack without a commit, and nothing in it is replaced", async () => {
    const before = await everything(the());
    await set("rm", "cluster");
    await up();
    assert.deepEqual(await everything(the()), before);
  });

  it("Flux goes where its cluster is named, and the workloads stay", async () => {
    const { production, repository } = the();
    const before = [repository.head("main"), await footprint(production)];
    await set("set", "cluster", "false");
    await set("set", "uninstallFlux", uid);
    await up();
    assert.deepEqual([repository.head("main"), await footprint(production)], before);
    assert.equal(await production.get({ apiVersion: "v1", kind: "Namespace", name: "flux-system" }), undefined);
  });
}
