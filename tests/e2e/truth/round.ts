import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { ClusterClient } from "../../../components/cluster/client";
import type { Preview } from "../../../components/preview/preview";
import type { Checkout } from "../main-job/checkout";
import { snapshot, type Snapshot } from "./recorded";

const layers = "[infrastructureController, infrastructureConfig, monitoringConfig, monitoringController, app]";

/** Writes the layers of a world into the checkout, and lets staging run them. */
export function writeWorld(checkout: Checkout, code: string): void {
  const staging = readFileSync(join(checkout.folder, "stacks", "staging.ts"), "utf8");
  writeFileSync(join(checkout.folder, "stacks", "world.ts"), code);
  if (!staging.includes('from "./world"'))
    checkout.edit(
      "stacks/staging.ts",
      /import type \{ Versions \}[^]*$/,
      staging
        .slice(staging.indexOf("import type { Versions }"))
        .replace("\n", '\nimport { worldLayers } from "./world";\n')
        .replace(`return ${layers}`, `return [...${layers}, ...worldLayers(layer)]`),
    );
  else checkout.commit("Change the world");
}

/** Lets the next update delete these objects, and no others. */
export function allowPrune(checkout: Checkout, names: readonly string[]): void {
  const path = join(checkout.folder, "Pulumi.staging.yaml");
  const lines = readFileSync(path, "utf8").split("\n");
  const others = lines.filter((line) => !line.startsWith("  flux-monorepo:allowPrune:"));
  const at = others.findIndex((line) => line.startsWith("  flux-monorepo:context:")) + 1;
  assert.ok(at > 0, "Pulumi.staging.yaml names no context");
  const own = names.length === 0 ? [] : [`  flux-monorepo:allowPrune: ${JSON.stringify(names)}`];
  writeFileSync(path, [...others.slice(0, at), ...own, ...others.slice(at)].join("\n"));
  checkout.commit("Allow what the preview says is deleted");
}

/** Staging's preview, as a program reads it. */
export async function previewOf(checkout: Checkout): Promise<Preview> {
  const { status, output } = await checkout.npm("diff", "staging", "--local", "--format", "json");
  assert.ok(status === 0 || status === 2, output);
  const found = /^\[$[^]*^\]$/m.exec(output)?.[0];
  assert.ok(found, output);
  const [preview] = JSON.parse(found) as readonly [Preview];
  return preview;
}

/** Waits until nothing changes any more, and nothing is on its way out. */
export async function settled(client: ClusterClient): Promise<Snapshot> {
  const deadline = Date.now() + 60_000;
  let last = await snapshot(client);
  for (;;) {
    await sleep(1000);
    const next = await snapshot(client);
    if (isDeepStrictEqual([...last], [...next]) && !(await isEnding(client))) return next;
    assert.ok(Date.now() < deadline, "the cluster does not come to rest");
    last = next;
  }
}

async function isEnding(client: ClusterClient): Promise<boolean> {
  const lists = await Promise.all(["Namespace", "PersistentVolumeClaim"].map((kind) => client.list("v1", kind)));
  return lists.flat().some(({ metadata }) => "deletionTimestamp" in metadata);
}
