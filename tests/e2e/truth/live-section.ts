import assert from "node:assert/strict";
import { it } from "mocha";
import type { ClusterClient } from "../../../components/cluster/client";
import type { ObjectRef } from "../../../components/cluster/live-object";
import type { LiveChanges } from "../../../components/preview/live/live-changes";
import type { Checkout } from "../main-job/checkout";
import { codeOf } from "./code";
import { previewOf, settled, writeWorld } from "./round";
import { newApp, type World } from "./world";

/** What the test looks at and acts on. */
export interface LiveSides {
  readonly checkout: Checkout;
  readonly client: ClusterClient;
}

const annotation = "kustomize.toolkit.fluxcd.io/prune";

/** The end of the suite: people meddle with the cluster, and a preview of another change says what comes of it. */
export function liveSectionTest(the: () => LiveSides, world: World): void {
  it("what people did to the live objects is told beside the change, and nothing is written", async () => {
    const { checkout, client } = the();
    const [app] = world.apps;
    const [setting = ""] = Object.keys(world.settings);
    assert.ok(app);
    const own = (apiVersion: string, kind: string): ObjectRef => ({
      apiVersion,
      kind,
      name: app.name,
      namespace: app.name,
    });
    await client.merge(own("apps/v1", "Deployment"), { spec: { replicas: 7 } });
    await client.remove(own("v1", "Service"));
    const kept = { apiVersion: "v1", kind: "ConfigMap", name: setting, namespace: "world-settings" };
    await client.merge(kept, { metadata: { annotations: { [annotation]: "disabled" } } });
    const layer = { apiVersion: "kustomize.toolkit.fluxcd.io/v1", kind: "Kustomization", namespace: "flux-system" };
    await client.merge({ ...layer, name: "monitoring-configs" }, { spec: { suspend: true } });

    writeWorld(checkout, codeOf(meddled(world, app.name, setting)));
    const before = await settled(client);
    const { live } = await previewOf(checkout);
    assert.deepEqual([...(await settled(client))], [...before]);
    if (live?.kind !== "read") assert.fail("the cluster was not asked");
    assertTold(live.changes, { app: app.name, replicas: app.replicas, setting });
  });
}

/** A setting goes, an app comes, and a Service has a port that there is not. */
function meddled(world: World, name: string, setting: string): World {
  const settings = Object.entries(world.settings).filter(([own]) => own !== setting);
  const apps = world.apps.map((app) =>
    app.name === name ? { ...app, extras: { ...app.extras, bad: { kind: "Service", port: 70_000 } as const } } : app,
  );
  const layer = world.layers[1] ?? "";
  return { ...world, settings: Object.fromEntries(settings), apps: [...apps, newApp("latecomer", layer)] };
}

function assertTold(
  changes: LiveChanges,
  { app, replicas, setting }: { readonly app: string; readonly replicas: number; readonly setting: string },
): void {
  assert.deepEqual(
    changes.drifted.map(({ name, fields }) => [name, fields]),
    [[`Deployment ${app}/${app}`, [{ path: "spec.replicas", before: 7, after: replicas }]]],
  );
  assert.deepEqual(
    changes.missing.map(({ name }) => name),
    [`Service ${app}/${app}`],
  );
  assert.deepEqual(
    changes.kept.map(({ name, because }) => [name, because]),
    [[`ConfigMap world-settings/${setting}`, `the live object carries ${annotation}: disabled`]],
  );
  assert.match(changes.standing.join("\n"), /^Kustomization flux-system\/monitoring-configs is suspended/);
  assert.deepEqual(
    changes.refused.map(({ name }) => name),
    [`Service ${app}/bad`],
  );
  assert.match(changes.refused[0]?.reason ?? "", /must be between 1 and 65535/);
  const awaited = changes.awaited.filter(({ name }) => name.includes(" latecomer/"));
  assert.ok(awaited.length >= 4, JSON.stringify(changes.awaited));
  for (const { because } of awaited) assert.match(because, /^Namespace latecomer comes with Kustomization /);
}
