import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { generatorRef, kustomizationRef, sourceRef } from "../../../../components/cluster/flux-kinds";
import type { LiveObject } from "../../../../components/cluster/live-object";
import { FakeCluster } from "../fake-cluster";
import { newer, ours, refusal, run, unrelated } from "./controllers";

const ready = (reason = "Succeeded"): object => ({ type: "Ready", status: "True", reason, observedGeneration: 1 });
const origin = (commit: string): string => `main@sha1:${commit}`;
const digest = (character: string): string => `sha256:${character.repeat(64)}`;
const artifact = (revision: string, commit?: string): object => ({
  revision,
  ...(commit === undefined ? {} : { metadata: { "org.opencontainers.image.revision": origin(commit) } }),
});

function handled(object: LiveObject, status: object, condition: object = ready()): Readonly<Record<string, unknown>> {
  const lastHandledReconcileAt = object.metadata.annotations?.["reconcile.fluxcd.io/requestedAt"];
  return { observedGeneration: 1, lastHandledReconcileAt, conditions: [condition], ...status };
}

const kustomizations = ["flux-system", "infrastructure", "apps"].map((name) => ({
  ...kustomizationRef(name),
  spec: {},
}));

describe("reconciliation of an artifact that a CI publishes", () => {
  const source = { kind: "OCIRepository", name: "flux-system" };
  const objects = [sourceRef("OCIRepository", "flux-system"), ...kustomizations];
  const revision = `staging@${digest("d")}`;

  /** Holds what is published at each look, the last for ever; Kustomizations apply what there is. */
  function registry(published: readonly object[]): FakeCluster {
    let look = 0;
    return new FakeCluster(objects, (cluster, object) => {
      if (object.kind === "OCIRepository") {
        const now = published[Math.min(look, published.length - 1)] ?? {};
        look += 1;
        cluster.setStatus(object, handled(object, now, "conditions" in now ? {} : ready()));
      } else {
        const applied = { lastAppliedRevision: revision, lastAppliedOriginRevision: origin(ours) };
        cluster.setStatus(object, handled(object, applied));
      }
    });
  }

  it("waits for the commit that the artifact says it was made of", async () => {
    const old = { artifact: artifact(`staging@${digest("c")}`, unrelated) };
    const cluster = registry([old, old, old, old, old, { artifact: artifact(revision, ours) }]);
    assert.deepEqual(await run(cluster, { source }), {
      "flux-system": origin(ours),
      infrastructure: origin(ours),
      apps: origin(ours),
    });
  });

  it("takes an artifact of a descendant for the commit", async () => {
    const cluster = registry([{ artifact: artifact(revision, newer) }]);
    assert.equal((await run(cluster, { source }))["apps"], origin(ours));
  });

  it("waits through the time in which nothing is published yet", async () => {
    const nothing = {
      conditions: [{ type: "Ready", status: "False", reason: "OCIArtifactPullFailed", message: "tag not found" }],
    };
    const cluster = registry([nothing, nothing, nothing, nothing, { artifact: artifact(revision, ours) }]);
    assert.equal((await run(cluster, { source }))["apps"], origin(ours));
  });

  it("says at its deadline that the published artifact is of another commit", async () => {
    const cluster = registry([{ artifact: artifact(revision, unrelated) }]);
    await assert.rejects(
      run(cluster, { source, timeoutMilliseconds: 200 }),
      refusal(/OCIRepository flux-system\/flux-system: it holds main@sha1:c+, which does not contain the commit/),
    );
  });

  it("says how to publish an artifact that names no commit", async () => {
    const cluster = registry([{ artifact: artifact(revision) }]);
    await assert.rejects(
      run(cluster, { source, timeoutMilliseconds: 200 }),
      refusal(/names no commit of Git; publish it with `flux push artifact … --revision=<branch>@sha1:<commit>`/),
    );
  });

  it("does not take a layer's own digest for the commit", async () => {
    const cluster = new FakeCluster(objects, (fake, object) => {
      const own = object.kind === "OCIRepository" ? { artifact: artifact(revision, ours) } : {};
      const applied = { lastAppliedRevision: `staging@sha256:${ours}`, lastAppliedOriginRevision: origin(unrelated) };
      fake.setStatus(object, handled(object, { ...own, ...(object.kind === "OCIRepository" ? {} : applied) }));
    });
    await assert.rejects(run(cluster, { source, timeoutMilliseconds: 200 }), refusal(/not applied/));
  });
});

describe("reconciliation of layers with an artifact each", () => {
  const layers = [
    { name: "apps", dependsOn: ["infrastructure"], artifact: "apps" },
    { name: "infrastructure", dependsOn: [], artifact: "infrastructure" },
  ];
  const kept = `latest@${digest("1")}`;
  const made = `latest@${digest("2")}`;

  /** The commit touches apps alone: their artifact gets another revision, and that of infrastructure keeps its own. */
  function splitting(generator: (cluster: FakeCluster, object: LiveObject) => void): FakeCluster {
    const before = { observedGeneration: 1, conditions: [ready()] };
    const cluster = new FakeCluster(
      [
        sourceRef("GitRepository", "flux-system"),
        { ...generatorRef, status: { conditions: [ready()] } },
        ...["apps", "infrastructure"].map((name) => ({
          ...sourceRef("ExternalArtifact", name),
          status: { artifact: artifact(kept, unrelated) },
        })),
        ...kustomizations.map((object) => ({ ...object, status: { ...before, lastAppliedRevision: kept } })),
      ],
      (fake, object) => {
        if (object.kind === "GitRepository")
          fake.setStatus(object, handled(object, { artifact: artifact(origin(ours)) }));
        else if (object.kind === "ArtifactGenerator") generator(fake, object);
        else if (object.metadata.name === "flux-system")
          fake.setStatus(object, handled(object, { lastAppliedRevision: origin(ours) }));
        else
          fake.setStatus(
            object,
            handled(object, { lastAppliedRevision: made, lastAppliedOriginRevision: origin(ours) }),
          );
      },
    );
    return cluster;
  }

  it("waits for the artifacts, and leaves alone what the commit does not touch", async () => {
    const cluster = splitting((fake, object) => {
      fake.put({ ...sourceRef("ExternalArtifact", "apps"), status: { artifact: artifact(made, ours) } });
      fake.put({ ...sourceRef("ExternalArtifact", "infrastructure"), status: { artifact: artifact(kept, ours) } });
      fake.setStatus(object, handled(object, {}));
    });
    assert.deepEqual(await run(cluster, { layers }), {
      "flux-system": origin(ours),
      apps: origin(ours),
      infrastructure: origin(ours),
    });
    assert.deepEqual(
      cluster.patches.map(({ ref }) => ref),
      [
        "GitRepository flux-system/flux-system",
        "Kustomization flux-system/flux-system",
        "ArtifactGenerator flux-system/flux-system",
        "Kustomization flux-system/apps",
      ],
    );
  });

  it("reports a generator that cannot make an artifact", async () => {
    const message = "no files match pattern 'apps/base/**'";
    const cluster = splitting((fake, object) => {
      const failed = { type: "Ready", status: "False", reason: "BuildFailed", message, observedGeneration: 1 };
      fake.setStatus(object, handled(object, {}, failed));
    });
    await assert.rejects(
      run(cluster, { layers }),
      refusal(/^ArtifactGenerator flux-system\/flux-system cannot apply a+: BuildFailed: no files match/),
    );
  });

  it("reports a generator that is not there", async () => {
    const cluster = splitting(() => undefined);
    await cluster.remove(generatorRef);
    await assert.rejects(
      run(cluster, { layers }),
      refusal(/ArtifactGenerator flux-system\/flux-system does not exist/),
    );
  });
});
