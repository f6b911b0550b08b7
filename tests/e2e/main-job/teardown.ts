import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { it } from "mocha";
import { controllerPids, killController } from "../../../local/platform";
import { applied, deployment, footprint, until } from "./cluster";
import { start, type Sides } from "./sides";

const controllers = ["source-controller", "kustomize-controller"];

/** What is left of Flux in a cluster. */
async function remains({ staging }: Sides): Promise<readonly string[]> {
  const namespaces = await staging.list("v1", "Namespace");
  const definitions = await staging.list("apiextensions.k8s.io/v1", "CustomResourceDefinition");
  return [...namespaces, ...definitions]
    .map(({ metadata }) => metadata.name)
    .filter((name) => /flux-system|toolkit\.fluxcd\.io$/.test(name));
}

/** Destroys staging; checks that Flux is gone, the workloads are the same objects, and Git was left alone. */
async function destroyed(sides: Sides): Promise<void> {
  const before = [sides.repository.head("main"), await footprint(sides.staging)];
  const { status, output } = await sides.stack.staging("destroy", "--yes", "--skip-preview");
  assert.equal(status, 0, output);
  await until("nothing of Flux is left", async () => (await remains(sides)).length === 0);
  assert.deepEqual([sides.repository.head("main"), await footprint(sides.staging)], before);
}

/** Kills each controller the moment its Deployment is gone, as a node that drops its pods at once. */
async function killAsTheyGo(sides: Sides, ended: () => boolean): Promise<readonly string[]> {
  const killed = new Set<string>();
  while (!ended()) {
    for (const name of controllers.filter((controller) => !killed.has(controller))) {
      if ((await sides.staging.get(deployment(`flux-system/${name}`))) !== undefined) continue;
      killController(sides.checkout.root, "staging", name);
      killed.add(name);
    }
    await sleep(50);
  }
  return [...killed].sort();
}

/** The end of the suite: Flux goes, the workloads stay, and an update brings Flux back. */
export function teardownTests(the: () => Sides): void {
  it("destroy removes Flux, keeps the workloads and leaves Git as it is", async () => {
    await destroyed(the());
    assert.deepEqual(controllerPids(the().checkout.root, "staging"), {});
  });

  it("an update after that brings Flux back without a commit", async () => {
    const workloads = await footprint(the().staging);
    await start(the(), "staging", /staging: updated without a new commit/);
    assert.deepEqual(await footprint(the().staging), workloads);
    assert.ok(Object.keys(await applied(the().staging)).length >= 6);
  });

  it("destroy needs no controller to outlive its Deployment", async () => {
    let ended = false;
    const killed = killAsTheyGo(the(), () => ended);
    await destroyed(the()).finally(() => (ended = true));
    assert.deepEqual(await killed, [...controllers].sort());
    await start(the(), "staging", /staging: updated without a new commit/);
  });
}
