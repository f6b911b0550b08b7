import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import { folderCache } from "../../../components/kustomize/cache";
import { buildFolders } from "../../../components/kustomize/build-folders";
import { movedSourceIssues, type MovedSource } from "../../../components/program/preview/moved-source";
import { apiServer, type ApiServer } from "../cluster/survey/api-server";
import { Scratch } from "../git/scratch";
import { kustomizeForTests } from "../kustomize/tool";
import { clusterSettings } from "../manifests/fixture";
import { runOf } from "../preview/run";

const flux = "/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux-system/kustomizations";
const sources = "/apis/source.toolkit.fluxcd.io/v1/namespaces/flux-system/gitrepositories";
const entry = (id: string): object => ({ id, v: "v1" });

/** A Kustomization as the cluster holds it. */
function kustomization(name: string, entries: readonly object[], prune = true): object {
  const metadata = { name, namespace: "flux-system", uid: name };
  return { kind: "Kustomization", metadata, spec: { prune }, status: { inventory: { entries } } };
}

describe("a cluster that is to follow another place", function () {
  this.timeout(60_000);
  const scratch = new Scratch();
  let server: ApiServer;
  let branch = "env/staging";
  let run: MovedSource;

  const bodies = (): Readonly<Record<string, object>> => ({
    "/api/v1": { resources: [{ name: "configmaps", kind: "ConfigMap", namespaced: true }] },
    "/apis/apps/v1": { resources: [{ name: "deployments", kind: "Deployment", namespaced: true }] },
    "/apis/kustomize.toolkit.fluxcd.io/v1": {
      resources: [{ name: "kustomizations", kind: "Kustomization", namespaced: true }],
    },
    "/apis/source.toolkit.fluxcd.io/v1": {
      resources: [{ name: "gitrepositories", kind: "GitRepository", namespaced: true }],
    },
    [`${sources}/flux-system`]: {
      kind: "GitRepository",
      metadata: { name: "flux-system", uid: "source" },
      spec: { url: clusterSettings.source.url, ref: { branch } },
    },
    [`${flux}/flux-system`]: kustomization(
      "flux-system",
      ["apps", "former", "loose"].map((name) => entry(`flux-system_${name}_kustomize.toolkit.fluxcd.io_Kustomization`)),
    ),
    [`${flux}/apps`]: kustomization("apps", [entry("web_web_apps_Deployment"), entry("web_kept__ConfigMap")]),
    [`${flux}/former`]: kustomization("former", [entry("web_gone__ConfigMap"), entry("web_deleted__ConfigMap")]),
    [`${flux}/loose`]: kustomization("loose", [entry("web_unpruned__ConfigMap")], false),
    ...Object.fromEntries(
      ["gone", "kept", "unpruned"].map((name) => [
        `/api/v1/namespaces/web/configmaps/${name}`,
        { kind: "ConfigMap", metadata: { name, namespace: "web", uid: name, ...(name === "kept" ? kept : {}) } },
      ]),
    ),
  });
  const kept = { annotations: { "kustomize.toolkit.fluxcd.io/prune": "disabled" } };

  before(async () => {
    server = await apiServer(({ path }) => {
      const body = bodies()[path];
      return body === undefined ? { status: 404, body: { kind: "Status" } } : { status: 200, body };
    });
    const { planned } = await runOf(scratch, {});
    const build = { tool: await kustomizeForTests(), cache: folderCache(join(scratch.stateDir, "builds")) };
    const cluster = { ...clusterSettings, source: { ...clusterSettings.source, branch: "main" } };
    run = {
      config: { environment: "staging", kube: server.access, cluster, allowPrune: [] },
      input: {
        ...{ environment: "staging", branch: "main", follows: "main", allowPrune: [], ...planned.trees },
        build: (files, requests) => buildFolders(files, requests, build),
      },
    };
  });
  after(() => {
    server.close();
    scratch.remove();
  });
  const named = async (allowPrune: readonly string[] = []): Promise<readonly string[]> =>
    (await movedSourceIssues({ ...run, config: { ...run.config, allowPrune } })).map(({ resource = "" }) => resource);

  it("is told what Flux would delete there: what lives, is pruned, and is in no layer afterwards", async () => {
    assert.deepEqual(await named(), [
      "ConfigMap web/gone",
      "Kustomization flux-system/former",
      "Kustomization flux-system/loose",
    ]);
    const [issue] = await movedSourceIssues(run);
    assert.match(issue?.message ?? "", /applied it from env\/staging of .*, and main of .* does not hold it/);
  });

  it("goes on with what is allowed by name", async () => {
    assert.deepEqual(await named(["ConfigMap web/*", "Kustomization flux-system/*"]), []);
  });

  it("is not asked for while it follows what it did", async () => {
    branch = "main";
    assert.deepEqual(await named(), []);
    branch = "env/staging";
  });

  it("is left to the run's own look where it does not answer", async () => {
    const kube = { kubeconfig: join(scratch.root, "none"), context: "test" };
    assert.deepEqual(await movedSourceIssues({ ...run, config: { ...run.config, kube } }), []);
  });
});
