import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import type { EnvironmentChanges } from "../../../components/preview/changes";
import { formatText } from "../../../components/preview/report/text";
import { apiServer } from "../cluster/survey/api-server";
import { Scratch } from "../git/scratch";
import { runOf } from "./run";

const names = (objects: readonly { readonly name: string }[]): readonly string[] => objects.map(({ name }) => name);
const fieldsOf = ({ changed }: EnvironmentChanges): readonly unknown[] =>
  changed.map(({ name, fields }) => [name, ...fields.map(({ path, before: old, after: young }) => [path, old, young])]);

describe("the preview of a run on a real repository", function () {
  this.timeout(60_000);
  let scratch: Scratch;
  before(() => {
    scratch = new Scratch();
  });
  after(() => {
    scratch.remove();
  });

  it("an empty repository: everything is created, and nothing stands in the way", async () => {
    const { previewed, publish } = await runOf(scratch, {});
    const [own] = previewed.preview.environments;
    assert.deepEqual(previewed.preview.from, { kind: "absent" });
    assert.ok(names(own?.created ?? []).includes("Deployment web/web"));
    assert.deepEqual([own?.pruned, own?.changed, previewed.issues], [[], [], []]);
    assert.match(previewed.summary ?? "", /^staging: from main, which does not exist yet/);
    await publish();
  });

  it("a repository that is not there: the same, and a notice says why", async () => {
    const access = {
      url: `${scratch.url}-missing`,
      branch: "main",
      follows: "main",
      author: { name: "a", email: "a@b" },
      credentials: { kind: "none" },
    } as const;
    const { previewed, planned } = await runOf(scratch, {}, { access });
    const [own] = previewed.preview.environments;
    assert.deepEqual(own?.changed, []);
    assert.ok(own.created.length > 20);
    assert.match(planned.notices[0]?.message ?? "", /-missing/);
  });

  it("nothing to do: no object, no file, no summary, and nothing to hold against the plan", async () => {
    const expectPlan = { files: "0".repeat(16), objects: "0".repeat(16), prune: "0".repeat(16) };
    const { previewed } = await runOf(scratch, {}, { expectPlan });
    assert.equal(previewed.summary, undefined);
    assert.deepEqual([previewed.issues, previewed.unexpected], [[], []]);
    assert.match(formatText(previewed.preview), /No object changes/);
  });

  it("a patch: the field, before and after, and no other environment", async () => {
    const { preview } = (await runOf(scratch, { replicas: 3 })).previewed;
    assert.equal(preview.environments.length, 1);
    assert.deepEqual(preview.environments.map(fieldsOf), [[["Deployment web/web", ["spec.replicas", 1, 3]]]]);
    const { added, changed, removed } = preview.files;
    assert.deepEqual(
      [...added, ...changed].filter((path) => path.endsWith("patch.yaml")),
      ["apps/staging/web/replicas-patch.yaml"],
    );
    assert.deepEqual(removed, []);
  });

  it("a removed object: refused until its name is allowed", async () => {
    const { previewed } = await runOf(scratch, { extra: false });
    assert.deepEqual(names(previewed.preview.environments[0]?.pruned ?? []), ["ConfigMap extra/more"]);
    assert.deepEqual(
      previewed.issues.map(({ code, resource }) => [code, resource]),
      [["prune-not-allowed", "ConfigMap extra/more"]],
    );
    const allowed = await runOf(scratch, { extra: false }, { allowPrune: ["ConfigMap extra/*"] });
    assert.deepEqual(allowed.previewed.issues, []);
  });

  it("a renamed layer: what it applied is deleted before the new one takes it over", async () => {
    const { pruned = [] } = (await runOf(scratch, { layer: "utilities" })).previewed.preview.environments[0] ?? {};
    assert.deepEqual(
      pruned.map(({ name, cause }) => [name, cause.kind]),
      [
        ["Kustomization flux-system/tools", "removed"],
        ["ConfigMap extra/more", "moved"],
        ["ConfigMap extra/settings", "moved"],
      ],
    );
  });

  it("a base that environments share: the other one is named, with when it gets there", async () => {
    const production = await runOf(scratch, {}, { environment: "production" });
    assert.deepEqual(production.previewed.preview.from, { kind: "absent" });
    await production.publish();
    const { preview } = (await runOf(scratch, { image: "nginx:1.28" })).previewed;
    assert.deepEqual(
      preview.environments.map(({ environment, reach }) => [environment, reach]),
      [
        ["staging", { kind: "update" }],
        ["production", { kind: "release", follows: "env/production" }],
      ],
    );
    for (const changes of preview.environments) {
      assert.deepEqual(fieldsOf(changes), [
        ["Deployment web/web", ["spec.template.spec.containers[web].image", "nginx:1.27", "nginx:1.28"]],
      ]);
    }
  });

  it("a release: what the other run left on the branch reaches this cluster, without a commit", async () => {
    await (await runOf(scratch, { image: "nginx:1.28" })).publish();
    const { preview } = (await runOf(scratch, { image: "nginx:1.28" }, { environment: "production" })).previewed;
    assert.deepEqual(preview.writes, []);
    assert.deepEqual(preview.files.changed, ["apps/base/web/deployment.yaml"]);
    assert.deepEqual(preview.environments.map(fieldsOf), [
      [["Deployment web/web", ["spec.template.spec.containers[web].image", "nginx:1.27", "nginx:1.28"]]],
    ]);
  });

  it("a cluster that cannot be asked: one line says why, and all else is the same", async () => {
    const source = { image: "nginx:1.28", replicas: 7 };
    const kube = { kubeconfig: `${scratch.root}/none`, context: "staging" };
    const { preview } = (await runOf(scratch, source, { kube })).previewed;
    const { live, ...fromGit } = preview;
    assert.deepEqual(fromGit, (await runOf(scratch, source)).previewed.preview);
    assert.ok(live?.kind === "left-out");
    assert.match(live.because, /^There is no kubeconfig at .*none/);
    const api = await apiServer(() => undefined);
    api.stop();
    const silent = (await runOf(scratch, source, { kube: api.access })).previewed.preview.live;
    api.close();
    assert.ok(silent?.kind === "left-out");
    assert.match(silent.because, /cannot be reached: ECONNREFUSED/);
  });

  it("a cluster without Flux: what comes with an earlier layer is no refusal", async () => {
    const resources = [
      { name: "namespaces", kind: "Namespace", namespaced: false },
      { name: "serviceaccounts", kind: "ServiceAccount", namespaced: true },
    ];
    const api = await apiServer(({ method, path }) => {
      if (path === "/api/v1") return { status: 200, body: { resources } };
      if (method === "PATCH" && !path.includes("/serviceaccounts/"))
        return { status: 201, body: { kind: "Namespace" } };
      return { status: 404, body: { reason: "NotFound", message: 'namespaces "flux-system" not found' } };
    });
    try {
      const { preview, notices } = (await runOf(scratch, {}, { kube: api.access })).previewed;
      assert.ok(preview.live?.kind === "read");
      const { awaited, refused } = preview.live.changes;
      const account = awaited.find(({ name }) => name === "ServiceAccount flux-system/helm-controller");
      assert.equal(account?.because, "Namespace flux-system comes with Kustomization flux-system of the same change");
      const { reason = "" } = refused.find(({ name }) => name === "Deployment web/web") ?? {};
      assert.equal(reason, "the cluster does not have kind Deployment of apps/v1, and nothing of the change brings it");
      const told = notices.map(({ message }) => message);
      assert.match(
        told[0] ?? "",
        /^clusters\/staging\/.* of staging\): the API server refuses it, as it does today: the cluster does not/,
      );
      assert.equal(told.length, 21);
      assert.match(
        told[20] ?? "",
        new RegExp(`refuses ${refused.length - 20} more objects? of staging, as it does today`),
      );
      assert.deepEqual(
        api.seen.filter(({ method, path }) => method !== "GET" && !path.includes("dryRun=All")),
        [],
      );
    } finally {
      api.close();
    }
  });

  it("digests hold an update to its preview, whatever people change elsewhere", async () => {
    const source = { image: "nginx:1.28", replicas: 4 };
    const { digests } = (await runOf(scratch, source)).previewed.preview;
    scratch.person({ "notes.md": "by hand\n", "apps/base/web/notes.md": "too\n" });
    const same = await runOf(scratch, source, { expectPlan: digests });
    assert.deepEqual(same.previewed.unexpected, []);
    const other = await runOf(scratch, { ...source, replicas: 5 }, { expectPlan: digests });
    assert.match(other.previewed.unexpected[0]?.message ?? "", /files and objects differ/);
    const less = await runOf(scratch, { ...source, extra: false }, { expectPlan: digests });
    assert.match(less.previewed.unexpected[0]?.message ?? "", /files and prune differ/);
  });

  it("a symbolic link in the repository is no file, as Flux has none in what it builds from", async () => {
    const link = "apps/base/web/elsewhere.yaml";
    scratch.person({ [link]: { leadsTo: "/etc/hostname" }, "apps/staging/loop": { leadsTo: ".." } });
    const { planned, previewed } = await runOf(scratch, { image: "nginx:1.28", replicas: 4 });
    for (const { texts, blobs } of [planned.trees.head, planned.trees.planned])
      assert.deepEqual([texts.has(link), blobs.has(link)], [false, true]);
    assert.deepEqual(previewed.issues, []);
    assert.deepEqual(previewed.preview.files.removed, []);
  });
});
