import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { provider, type GuardInputs } from "../../../../components/cluster/guard/provider";

const uid = "aaaaaaaa-0000-0000-0000-000000000000";
const plain: GuardInputs = { environment: "staging", path: "./clusters/staging" };
/** What an update with a cluster left, of this version or an earlier one. */
const held = { ...plain, access: { context: "kind-staging" }, uid };
const forget = 'pulumi state delete "urn:staging-cluster" --target-dependents';

const diff = async (olds: object, news: object): Promise<boolean | undefined> =>
  (await provider.diff("id", olds, news)).changes;
const refusal = async (news: GuardInputs): Promise<string> =>
  diff(held, news).then(
    () => assert.fail("it was not refused"),
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );

describe("a stack that held a cluster and is to hold none", () => {
  it("is refused, with what would be lost and each way out", async () => {
    const said = await refusal({ ...plain, forget });
    assert.match(said, /installed Flux for staging on the cluster of the context "kind-staging" \(UID aaaaaaaa-/);
    assert.match(said, /would uninstall it there: the controllers, their definitions and every object of Flux/);
    for (const remedy of ["remove the key cluster", `\`${forget}\``, `\`pulumi config set uninstallFlux ${uid}\``])
      assert.ok(said.includes(remedy), remedy);
  });

  it("is refused where another cluster was named", async () => {
    assert.match(await refusal({ ...plain, uninstall: "bbbbbbbb-0000-0000-0000-000000000000" }), /Nothing was changed/);
  });

  it("is refused by the update as well, whatever its preview knew", async () => {
    await assert.rejects(() => Promise.resolve(provider.update("id", held, plain)), { message: /Nothing was changed/ });
  });

  it("goes on where its cluster was named, and remembers none from then on", async () => {
    const news = { ...plain, uninstall: uid };
    assert.equal(await diff(held, news), true);
    assert.deepEqual(await provider.update("id", held, news), { outs: { ...plain, uid: "" } });
    assert.equal(await diff({ ...plain, uid: "" }, plain), false);
  });

  it("is no refusal for a refresh, which compares what the state holds", async () => {
    assert.equal(await diff(held, { ...plain, access: held.access }), false);
  });
});

describe("a stack that never held a cluster", () => {
  it("is remembered as such", async () => {
    const checked = await provider.check({}, { ...plain, forget });
    assert.deepEqual(checked.failures, []);
    const created = await provider.create(checked.inputs);
    assert.deepEqual(created, { id: "cluster-of-staging", outs: { ...plain, uid: "" } });
    assert.equal(await diff({ ...plain, uid: "" }, { ...plain, forget }), false);
  });
});
