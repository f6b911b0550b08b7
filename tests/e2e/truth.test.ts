import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import type { Preview } from "../../components/preview/preview";
import { makeCheckout } from "./main-job/checkout";
import { clusterOf } from "./main-job/cluster";
import { codeOf } from "./truth/code";
import { liveSectionTest, type LiveSides } from "./truth/live-section";
import { changesFrom, type Moved } from "./truth/moves";
import { contradictions, predictions } from "./truth/predicted";
import { randomOf } from "./truth/random";
import { fates, type Snapshot } from "./truth/recorded";
import { allowPrune, previewOf, settled, writeWorld } from "./truth/round";
import { firstWorld } from "./truth/world";

const numberOf = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const seed = numberOf("TRUTH_SEED", 20_261);
const rounds = numberOf("TRUTH_ROUNDS", 5);
const size = numberOf("TRUTH_CHANGES", 6);

describe(`the preview is the truth (TRUTH_SEED=${seed} TRUTH_ROUNDS=${rounds} TRUTH_CHANGES=${size})`, function () {
  this.timeout(400_000);

  let sides: LiveSides | undefined;
  let last: Snapshot = new Map();
  const the = (): LiveSides => {
    assert.ok(sides, "the platform did not come up");
    return sides;
  };

  before(async () => {
    const checkout = makeCheckout();
    writeWorld(checkout, codeOf(firstWorld));
    const { status, output } = await checkout.npm("start", "staging");
    if (status !== 0) await checkout.remove();
    assert.equal(status, 0, output);
    sides = { checkout, client: await clusterOf(checkout, "staging") };
    last = await settled(sides.client);
  });
  after(() => sides?.checkout.remove());

  const changes = changesFrom(firstWorld, randomOf(seed));
  let world = firstWorld;
  for (let round = 1; round <= rounds; round++) {
    const moved = Array.from({ length: size }, (): Moved => changes.next().value);
    const wanted = (moved.at(-1) ?? { world }).world;
    world = wanted;
    it(`round ${round}: ${moved.map(({ what }) => what).join("; ")}`, async () => {
      const { checkout, client } = the();
      writeWorld(checkout, codeOf(wanted));
      const preview = await previewOf(checkout);
      const [own] = preview.environments;
      assert.ok(own);
      allowPrune(
        checkout,
        own.pruned.map(({ name }) => name),
      );
      const { status, output } = await checkout.npm("start", "staging");
      assert.equal(status, 0, output);
      const next = await settled(client);
      const recorded = fates(last, next);
      // A round that fails tells nothing about the next one.
      last = next;
      assert.deepEqual(contradictions(predictions(own), recorded), []);
      assertQuiet(preview);
    });
  }

  it("nothing is left to do, and the live objects are what Git says", async () => {
    const preview = await previewOf(the().checkout);
    assert.deepEqual(preview.environments[0] && [...predictions(preview.environments[0])], []);
    assertQuiet(preview);
  });

  liveSectionTest(the, world);
});

/** Nobody else changes this cluster, so the live objects add nothing to a preview. */
function assertQuiet({ live }: Preview): void {
  if (live?.kind !== "read") assert.fail(`the cluster was not asked: ${live?.because ?? "nobody tried"}`);
  const rest = Object.entries(live.changes).filter(([part]) => part !== "awaited");
  assert.deepEqual(
    rest.filter(([, list]: readonly [string, readonly unknown[]]) => list.length > 0),
    [],
  );
}
