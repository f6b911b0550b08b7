import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, it } from "mocha";
import { kustomizationRef } from "../../../../components/cluster/flux-kinds";
import { FakeCluster } from "../fake-cluster";
import { at, controllers, newer, objects, ours, refusal, run, unrelated, type Answer } from "./controllers";

describe("reconciliation", () => {
  it("asks for the source, the root, and each layer after those it depends on", async () => {
    const cluster = new FakeCluster(objects, controllers({}));
    const revision = at(ours);
    assert.deepEqual(await run(cluster), { "flux-system": revision, apps: revision, infrastructure: revision });
    assert.deepEqual(
      cluster.patches.map(({ ref }) => ref),
      ["GitRepository", "Kustomization", "Kustomization", "Kustomization"].map(
        (kind, index) => `${kind} flux-system/${["flux-system", "flux-system", "infrastructure", "apps"][index]}`,
      ),
    );
  });

  it("takes a descendant of the commit for the commit", async () => {
    const later = [{ ready: "True", reason: "Succeeded", commit: newer }] as const;
    const cluster = new FakeCluster(
      objects,
      controllers({ source: later, "flux-system": later, infrastructure: later, apps: later }),
    );
    assert.equal((await run(cluster))["apps"], at(newer));
  });

  const failures: readonly {
    readonly name: string;
    readonly answers: Readonly<Record<string, readonly Answer[]>>;
    readonly says: RegExp;
    readonly requests: number;
  }[] = [
    {
      name: "a build that cannot succeed, at once",
      answers: { infrastructure: [{ ready: "False", reason: "BuildFailed", message: "accumulating resources" }] },
      says: /^Kustomization flux-system\/infrastructure cannot apply aaaaaaaaaaaa: BuildFailed: accumulating resources$/,
      requests: 3,
    },
    {
      name: "an apply that fails three times",
      answers: { "flux-system": [{ ready: "False", reason: "ReconciliationFailed", message: "dry-run failed" }] },
      says: /ReconciliationFailed: dry-run failed/,
      requests: 4,
    },
    {
      name: "a source that cannot be read",
      answers: { source: [{ ready: "False", reason: "AuthenticationFailed", message: "authentication required" }] },
      says: /^GitRepository flux-system\/flux-system cannot apply aaaaaaaaaaaa: AuthenticationFailed: authentication required$/,
      requests: 3,
    },
    {
      name: "a source that follows something else",
      answers: { source: [{ ready: "True", reason: "Succeeded", commit: unrelated }] },
      says: /follows env\/production@sha1:c+, which does not contain the commit/,
      requests: 3,
    },
  ];
  for (const { name, answers, says, requests } of failures) {
    it(`reports ${name}`, async () => {
      const cluster = new FakeCluster(objects, controllers(answers));
      await assert.rejects(run(cluster), refusal(says));
      assert.equal(cluster.patches.length, requests);
    });
  }

  it("asks for nothing that has the commit already, nor for what is at work on it", async () => {
    const ready = { observedGeneration: 1, conditions: [{ type: "Ready", status: "True", reason: "Succeeded" }] };
    const working = { conditions: [{ type: "Ready", status: "Unknown", reason: "Progressing" }] };
    const cluster = new FakeCluster(
      objects.map((object) => {
        if (object.kind === "GitRepository")
          return { ...object, status: { ...ready, artifact: { revision: at(ours) } } };
        return { ...object, status: object.name === "apps" ? working : { ...ready, lastAppliedRevision: at(ours) } };
      }),
    );
    const finish = setTimeout(() => {
      const apps = cluster.find("Kustomization", "apps", "flux-system");
      if (apps !== undefined) cluster.setStatus(apps, { ...ready, lastAppliedRevision: at(ours) });
    }, 100);
    assert.equal((await run(cluster))["apps"], at(ours));
    clearTimeout(finish);
    assert.deepEqual(cluster.patches, []);
  });

  it("has everything reconciled again where Flux was given something else", async () => {
    const ready = { observedGeneration: 1, conditions: [{ type: "Ready", status: "True", reason: "Succeeded" }] };
    const standing = objects.map((object) => {
      const revision =
        object.kind === "GitRepository" ? { artifact: { revision: at(ours) } } : { lastAppliedRevision: at(ours) };
      return { ...object, status: { ...ready, ...revision } };
    });
    const fails = { apps: [{ ready: "False", reason: "BuildFailed", message: "cannot decrypt" }] } as const;
    await assert.rejects(
      run(new FakeCluster(standing, controllers(fails)), { anew: true }),
      refusal(/apps.*cannot decrypt/),
    );
    const cluster = new FakeCluster(standing, controllers({}));
    await run(cluster, { anew: true });
    assert.equal(cluster.patches.length, 4);
  });

  it("has everything reconciled again once the layers are gone that the commit no longer has", async () => {
    const former = { ...kustomizationRef("former"), spec: {}, deletionTimestamp: "2026-01-01T00:00:00Z" };
    const kept = { ...kustomizationRef("kept"), spec: {} };
    const cluster = new FakeCluster([...objects, former, kept], controllers({}));
    const before = (): number => cluster.patches.length;
    const removal = sleep(100).then(() => (assert.equal(before(), 4), cluster.remove(former)));
    const revisions = await run(cluster, { leaving: ["former", "kept", "long-gone"] });
    await removal;
    assert.deepEqual(Object.keys(revisions).sort(), ["apps", "flux-system", "infrastructure"]);
    assert.equal(cluster.patches.length, 8);
  });

  it("says which layer does not go", async () => {
    const former = { ...kustomizationRef("former"), spec: {}, deletionTimestamp: "2026-01-01T00:00:00Z" };
    const cluster = new FakeCluster([...objects, former], controllers({}));
    await assert.rejects(
      run(cluster, { leaving: ["former"], timeoutMilliseconds: 400 }),
      refusal(/Kustomization flux-system\/former: it is being removed/),
    );
  });

  it("asks again where a layer looked at its dependencies too early", async () => {
    const early = { ready: "False", reason: "DependencyNotReady" } as const;
    const answers = [early, early, early, early, { ready: "True", reason: "Succeeded", commit: ours }] as const;
    assert.equal((await run(new FakeCluster(objects, controllers({ apps: answers }))))["apps"], at(ours));
  });

  it("survives failures that pass", async () => {
    const twice = { ready: "False", reason: "ReconciliationFailed", message: "webhook is not ready" } as const;
    const cluster = new FakeCluster(
      objects,
      controllers({ apps: [twice, twice, { ready: "True", reason: "Succeeded", commit: ours }] }),
    );
    assert.equal((await run(cluster))["apps"], at(ours));
  });

  it("says what to do about a suspended layer, and about one that is not there", async () => {
    const suspended = objects.map((object) =>
      object.name === "apps" ? { ...object, spec: { suspend: true } } : object,
    );
    await assert.rejects(
      run(new FakeCluster(suspended, controllers({}))),
      refusal(/suspended; resume it \(`flux resume kustomization apps`\)/),
    );
    const missing = objects.filter(({ name }) => name !== "apps");
    await assert.rejects(
      run(new FakeCluster(missing, controllers({}))),
      refusal(/apps does not exist.*pulumi up --refresh/),
    );
  });

  it("gives up at its deadline and says what it was waiting for", async () => {
    const waiting = controllers({
      apps: [{ ready: "False", reason: "DependencyNotReady", message: "dependency 'x' not ready" }],
    });
    const started = run(new FakeCluster(objects, waiting), { timeoutMilliseconds: 400 });
    await assert.rejects(
      started,
      refusal(
        /not applied aaaaaaaaaaaa within 0 s\. Kustomization flux-system\/apps: DependencyNotReady: dependency 'x' not ready/,
      ),
    );
  });
});
