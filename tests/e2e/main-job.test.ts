import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import type { ClusterClient } from "../../components/cluster/client";
import { changedFiles } from "./main-job/checkout";
import { applied, footprint, forceReconcile, replicas, until } from "./main-job/cluster";
import { interruptionTests } from "./main-job/interruption";
import { movedSourceTests } from "./main-job/moved-source";
import { rebuiltClusterTests } from "./main-job/rebuilt";
import { refusalTests } from "./main-job/refusals";
import { grafanaPassword, sealedValueTest } from "./main-job/sealed";
import { bringUp, start, type Sides } from "./main-job/sides";
import { teardownTests } from "./main-job/teardown";
import { turnedOffTests } from "./main-job/turned-off";

describe("the main job on the real engine", function () {
  this.timeout(400_000);
  this.bail(true);

  let sides: Sides | undefined;
  const the = (): Sides => {
    assert.ok(sides, "the platform did not come up");
    return sides;
  };
  before(async () => {
    sides = await bringUp();
  });

  after(async () => {
    if (sides === undefined) return;
    await sides.checkout.remove();
    assert.equal(existsSync(sides.checkout.root), false);
  });

  it("the first update commits once, and Flux applies that commit", async () => {
    const { repository, staging, checkout } = the();
    const output = await start(the(), "staging", /staging: committed [0-9a-f]{7}, and Flux applied it/);
    assert.equal(repository.commits("main"), 1);
    assert.match(output, /homepage\/homepage +1\/1/);
    const revisions = await applied(staging);
    assert.deepEqual(new Set(Object.values(revisions)), new Set([`main@sha1:${repository.head("main") ?? ""}`]));
    assert.ok(Object.keys(revisions).length >= 6, Object.keys(revisions).join());
    assert.equal(changedFiles(checkout), "");
  });

  it("secrets are sealed in Git and open in the cluster", async () => {
    const { repository, staging, checkout } = the();
    const password = grafanaPassword(checkout.root);
    assert.equal(repository.mentions(password), false);
    const secrets = await staging.list("v1", "Secret");
    const data = secrets
      .filter(({ metadata }) => metadata.namespace === "monitoring")
      .map((secret) => JSON.stringify(secret));
    assert.ok(data.some((text) => text.includes(Buffer.from(password).toString("base64"))));
  });

  it("a second update changes nothing and commits nothing", async () => {
    const head = the().repository.head("main");
    await start(the(), "staging", /staging: nothing changed, no commit/);
    assert.equal(the().repository.head("main"), head);
  });

  it("production is released to its own branch and cluster", async () => {
    const { repository, production, staging } = the();
    const before = await footprint(staging);
    await start(the(), "production", /production: committed [0-9a-f]{7}/);
    assert.equal(repository.commits("main"), 2);
    assert.equal(repository.head("env/production"), repository.head("main"));
    assert.equal(await replicas(production, "web/web"), "3/3");
    await forceReconcile(staging);
    assert.deepEqual(await footprint(staging), before);
  });

  it("staging has nothing to do after production's commit", async () => {
    await start(the(), "staging", /staging: (nothing changed, no commit|updated without a new commit)/);
    assert.equal(the().repository.commits("main"), 2);
  });

  sealedValueTest(the);

  it("a preview leaves the repository and the cluster untouched", async () => {
    const { checkout, repository, staging, stack } = the();
    checkout.edit("stacks/staging.ts", /(?<=namespace: "homepage",\s+replicas: \{ deployment: )1/, "4");
    const before = [repository.head("main"), await footprint(staging)];
    const { status, output } = await stack.staging("preview", "--diff");
    assert.equal(status, 0, output);
    assert.match(output, /apps\/staging\/homepage\/replicas-patch\.yaml/);
    assert.match(output, /replicas: *1 *=> *4/);
    assert.match(output, /Deployment homepage\/homepage: spec\.replicas: 1 → 4/);
    const diff = await checkout.npm("diff", "staging", "--local");
    assert.equal(diff.status, 0, diff.output);
    assert.match(diff.output, /changed: 1 object\s+~ Deployment homepage\/homepage: spec\.replicas: 1 → 4\n/);
    assert.deepEqual([repository.head("main"), await footprint(staging)], before);
  });

  it("an edit scales the workload through Git and Flux", async () => {
    const { repository, staging } = the();
    await start(the(), "staging", /staging: committed/);
    assert.match(repository.read("main", "apps/staging/homepage/replicas-patch.yaml"), /replicas: 4/);
    await until("four pods are ready", async () => (await replicas(staging, "homepage/homepage")) === "4/4");
  });

  it("a base changed by staging reaches production only with production's own update, whose preview names it", async () => {
    const { checkout, repository, staging, production, stack } = the();
    checkout.edit("stacks/apps/web.ts", 'value: "Etc/UTC"', 'value: "Europe/Paris"');
    const before = [repository.head("env/production"), await footprint(production)];
    await start(the(), "staging", /staging: committed/);
    await forceReconcile(production);
    assert.deepEqual([repository.head("env/production"), await footprint(production)], before);
    const spec = async (client: ClusterClient): Promise<string> =>
      JSON.stringify((await client.list("apps/v1", "Deployment")).filter(({ metadata }) => metadata.name === "web"));
    assert.match(await spec(staging), /Europe\/Paris/);
    assert.match(await spec(production), /Etc\/UTC/);
    const { status, output } = await stack.production("preview", "--diff");
    assert.equal(status, 0, output);
    assert.match(output, /apps\/base\/web\/deployment\.yaml/);
    const head = repository.head("main");
    await start(the(), "production", /production: no new commit; env\/production moved to/);
    assert.deepEqual([repository.head("main"), repository.head("env/production")], [head, head]);
    assert.match(await spec(production), /Europe\/Paris/);
  });

  it("a deletion is refused until its name is allowed", async () => {
    const { checkout, repository } = the();
    const head = repository.head("main");
    checkout.edit("stacks/staging.ts", 'ingress: publicIngress("whoami", `whoami.${domain}`),', "");
    const { status, output } = await checkout.npm("start", "staging");
    assert.equal(status, 1, output);
    assert.match(output, /WILL BE PRUNED: 1 object, 1 not allowed\s+- Ingress whoami\/whoami/);
    assert.match(output, /`allowPrune`[^]*"Ingress whoami\/whoami"/);
    assert.equal(repository.head("main"), head);
  });

  it("a file removed from the model is pruned from Git and from the cluster", async () => {
    const { checkout, repository, staging } = the();
    const ingress = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "whoami", namespace: "whoami" };
    assert.ok(await staging.get(ingress));
    const context = "  flux-monorepo:context: staging\n";
    checkout.edit("Pulumi.staging.yaml", context, `${context}  flux-monorepo:allowPrune: [Ingress whoami/whoami]\n`);
    await start(the(), "staging", /staging: committed/);
    assert.deepEqual(
      repository.files("main").filter((path) => /^apps\/staging\/whoami\/ingress/.test(path)),
      [],
    );
    await until("the Ingress is gone", async () => (await staging.get(ingress)) === undefined);
  });

  refusalTests(the);

  it("after a forced reconcile, refresh and preview show no change", async () => {
    const { staging, production, stack } = the();
    await start(the(), "production", /production: no new commit; env\/production moved to/);
    for (const [client, pulumi] of [
      [staging, stack.staging],
      [production, stack.production],
    ] as const) {
      await forceReconcile(client);
      const refreshed = await pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
      assert.equal(refreshed.status, 0, refreshed.output);
      const previewed = await pulumi("preview", "--diff", "--expect-no-changes");
      assert.equal(previewed.status, 0, previewed.output);
    }
  });

  it("the checkout is as it was committed, and no credential is in plain sight", () => {
    const { checkout } = the();
    assert.equal(changedFiles(checkout), "");
    const token = readFileSync(join(checkout.root, "local", "git", "token"), "utf8").trim();
    const state = readFileSync(
      join(checkout.root, "pulumi", ".pulumi", "stacks", "flux-monorepo", "staging.json"),
      "utf8",
    );
    assert.equal(state.includes(token), false);
    assert.equal(the().repository.mentions(token), false);
  });

  interruptionTests(the);
  movedSourceTests(the);
  turnedOffTests(the);
  teardownTests(the);
  rebuiltClusterTests(the);
});
