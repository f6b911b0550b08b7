import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { provider as secrets } from "../../../../components/cluster/bootstrap/secret-provider";
import { provider as suspension } from "../../../../components/cluster/teardown/suspension-provider";
import { apiServer, type ApiServer } from "../survey/api-server";

const uid = "aaaaaaaa-0000-0000-0000-000000000000";
const path = "./clusters/staging";

const kustomizations = "/apis/kustomize.toolkit.fluxcd.io/v1";

/** What the server holds, by path: enough to tell the cluster, and whom its Flux follows. */
function bodies(follows: string): Readonly<Record<string, object>> {
  const core = [
    { name: "namespaces", kind: "Namespace", namespaced: false },
    { name: "secrets", kind: "Secret", namespaced: true },
  ];
  return {
    "/api/v1": { resources: core },
    [kustomizations]: { resources: [{ name: "kustomizations", kind: "Kustomization", namespaced: true }] },
    "/api/v1/namespaces/kube-system": { kind: "Namespace", metadata: { name: "kube-system", uid } },
    [`${kustomizations}/namespaces/flux-system/kustomizations/flux-system`]: {
      kind: "Kustomization",
      metadata: { name: "flux-system", uid: "uid-of-the-root" },
      spec: { path: follows },
    },
  };
}

describe("taking Flux from a cluster", () => {
  let follows = path;
  let server: ApiServer;
  before(async () => {
    server = await apiServer(({ method, path: asked }) => {
      const body = method === "GET" ? bodies(follows)[asked] : {};
      return body === undefined ? { status: 404, body: { kind: "Status" } } : { status: 200, body };
    });
  });
  after(() => {
    server.close();
  });
  const changes = (): readonly string[] =>
    server.seen.filter(({ method }) => method !== "GET").map(({ method, path: asked }) => `${method} ${asked}`);

  it("is refused where another environment has taken it over", async () => {
    follows = "./clusters/dev";
    const state = { access: server.access, uid, path };
    const refused = /follows \.\/clusters\/dev by now[^]*Nothing was deleted[^]*ClusterGuard::staging-cluster/;
    await assert.rejects(() => Promise.resolve(suspension.delete("suspension", state)), { message: refused });
    const secret = { ...state, name: "flux-system", entries: { password: "token" } };
    await assert.rejects(() => Promise.resolve(secrets.delete("flux-system", secret)), { message: refused });
    assert.deepEqual(changes(), []);
  });

  it("removes a credential that is made anew, and leaves an age identity, which is not", async () => {
    follows = "clusters/staging/";
    const state = { access: server.access, uid, path };
    await secrets.delete("flux-system", { ...state, name: "flux-system", entries: { password: "token" } });
    assert.deepEqual(changes(), ["DELETE /api/v1/namespaces/flux-system/secrets/flux-system"]);
    await secrets.delete("sops-age", { ...state, name: "sops-age", entries: { "age.agekey": "AGE-SECRET-KEY-1" } });
    assert.equal(changes().length, 1);
  });
});
