import assert from "node:assert/strict";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { defaultIdentity } from "../../../components/git/access";
import type { SealedFile } from "../../../components/model/file-tree";
import type { CommitInputs } from "../../../components/publish/inputs";
import { sealDigest } from "../../../components/sops/digest";
import type { Scratch } from "../git/scratch";
import { ProviderCalls } from "./provider-calls";

const web = "apps/base/web/deployment.yaml";
const files = {
  [web]: "replicas: 1\n",
  "clusters/staging/apps.yaml": "kind: Kustomization\n",
};

describe("the commit's provider", function () {
  this.timeout(60_000);
  let calls: ProviderCalls;
  let scratch: Scratch;
  beforeEach(() => {
    calls = new ProviderCalls();
    scratch = calls.scratch;
  });
  afterEach(() => {
    calls.end();
  });
  const inputs: ProviderCalls["inputs"] = (...args) => calls.inputs(...args);
  const create: ProviderCalls["create"] = (...args) => calls.create(...args);
  const update: ProviderCalls["update"] = (...args) => calls.update(...args);
  const changes: ProviderCalls["changes"] = (...args) => calls.changes(...args);
  const read: ProviderCalls["read"] = (...args) => calls.read(...args);

  it("shows a change only where the repository would change", async () => {
    const state = await create(await inputs(files));
    assert.equal(await changes(state, await inputs(files)), false);
    assert.equal(
      await changes(state, await inputs(files, { source: { revision: "b".repeat(40), clean: false } })),
      false,
    );
    scratch.person({ "README.md": "by hand\n" });
    assert.equal(await changes(state, await inputs(files)), false);
    assert.equal(
      await changes(state, await inputs({ ...files, "apps/base/web/deployment.yaml": "replicas: 2\n" })),
      true,
    );
    assert.equal(await changes(state, await inputs(files, { credentials: { kind: "none" } })), true);
    scratch.person({ "apps/base/web/deployment.yaml": "replicas: 7\n" });
    await assert.rejects(changes(state, await inputs(files)), /was changed by Ada/);
    assert.equal(scratch.commits(), 3);
  });

  it("compares with what was written last where the repository cannot be reached, and fails only to update", async () => {
    const state = await create(await inputs(files));
    const away = {
      repository: { url: `${scratch.url}-away`, branch: "main", followedRef: "main", author: defaultIdentity },
    };
    const moved = { ...state, ...away };
    assert.equal(await changes(moved, await inputs(files, away)), false);
    const changed = await inputs({ ...files, "apps/base/web/deployment.yaml": "replicas: 2\n" }, away);
    assert.equal(await changes(moved, changed), true);
    await assert.rejects(update(moved, changed), { code: "missing-repository" });
  });

  it("takes over an edit that the source has followed, and still notices when that is reverted", async () => {
    const two = { ...files, "apps/base/web/deployment.yaml": "replicas: 2\n" };
    const state = await create(await inputs(files));
    scratch.person({ "apps/base/web/deployment.yaml": "replicas: 2\n" });
    assert.equal(await changes(state, await inputs(two)), true);
    const adopted = await update(state, await inputs(two));
    assert.equal(scratch.commits(), 2);
    assert.equal(await changes(adopted, await inputs(two)), false);
    const three = await inputs({ ...files, "apps/base/web/deployment.yaml": "replicas: 3\n" });
    const written = await update(adopted, three);
    assert.equal(scratch.content("apps/base/web/deployment.yaml"), "replicas: 3");
    scratch.person({ "apps/base/web/deployment.yaml": "replicas: 2\n" });
    for (const state of [adopted, written]) await assert.rejects(changes(state, three), /foreign-edit/);
  });

  it("hands large files over beside the state", async () => {
    const large = { ...files, "clusters/staging/flux-system/gotk-components.yaml": "x".repeat(300_000) };
    const news = await inputs(large);
    assert.deepEqual(Object.keys(news.files), Object.keys(files));
    const folder = join(scratch.stateDir, "objects");
    for (const [name, age] of Object.entries({ forgotten: 8, young: 6 })) {
      writeFileSync(join(folder, name), "x");
      const then = new Date(Date.now() - age * 24 * 3600 * 1000);
      utimesSync(join(folder, name), then, then);
    }
    await create(await inputs(large));
    assert.equal(scratch.content("clusters/staging/flux-system/gotk-components.yaml").length, 300_000);
    assert.deepEqual(readdirSync(folder).sort(), [...Object.values(news.large), "young"].sort());
  });

  it("seals once for unchanged values, again for changed ones, and never another environment's", async () => {
    const age = await import("age-encryption");
    const recipients = [await age.identityToRecipient(await age.generateX25519Identity())];
    const file = (environment: string): SealedFile => ({
      kind: "sealed",
      environment,
      recipients,
      secret: { sealed: true, name: "db", stringData: { password: { secretKey: "db" } } },
    });
    const [own, other] = ["apps/staging/web/db.sops.yaml", "apps/production/web/db.sops.yaml"];
    const sealing = (value: string, key = "key"): Promise<CommitInputs> =>
      inputs(files, {
        secrets: { db: value },
        sealed: {
          [own]: { ...file("staging"), digest: sealDigest(key, { ...file("staging"), values: { db: value } }) },
          [other]: file("production"),
        },
      });
    const first = await create(await sealing("canary-1"));
    const ciphertext = scratch.content(own);
    assert.equal(ciphertext.includes("canary") || !ciphertext.includes("ENC["), false);
    assert.equal(scratch.files().includes(other), false);
    assert.equal(await changes(first, await sealing("canary-1")), false);
    const again = await update(
      first,
      await inputs(
        { ...files, "apps/base/web/deployment.yaml": "replicas: 2\n" },
        await sealing("canary-1").then(({ secrets, sealed }) => ({ secrets, sealed })),
      ),
    );
    assert.equal(scratch.content(own), ciphertext);
    assert.equal(await changes(again, await sealing("canary-2")), true);
    const last = await update(again, await sealing("canary-2"));
    assert.notEqual(scratch.content(own), ciphertext);
    scratch.person({ [own]: "theirs\n" });
    await assert.rejects(changes(last, await sealing("canary-3")), /db.sops.yaml: was changed by Ada/);
    assert.deepEqual((await read(last)).inputs?.sealed[own]?.digest?.startsWith("changed in Git"), true);
  });

  it("keeps its state under twice the size of 10,000 small files", async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [
        `apps/base/app-${index >> 2}/file-${index & 3}.yaml`,
        manifest(index),
      ]),
    );
    const news = await inputs(texts);
    const state = await create(news);
    const size = Object.values(texts).reduce((sum, text) => sum + text.length, 0);
    const stored = JSON.stringify({ inputs: news, outputs: state }, undefined, 4).length;
    assert.ok(stored < 2 * size, `${stored} bytes of state for ${size} bytes of files`);
  });
});

function manifest(index: number): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app-${index}\n  namespace: app-${index >> 2}\ndata:\n  first: "${index}"\n  second: some value of a small file\n  third: another line of text here\n`;
}
