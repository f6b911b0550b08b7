import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { survey, type SurveyItem } from "../../../../components/cluster/survey/survey";
import type { KubernetesObject } from "../../../../components/model/object";
import { apiServer, type Answer, type ApiServer } from "./api-server";

const core = { resources: [{ name: "configmaps", kind: "ConfigMap", namespaced: true }] };
const configMap = (name: string): KubernetesObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "web" },
});
const item = (name: string, trials = [configMap(name)]): SurveyItem => ({
  key: name,
  ref: { apiVersion: "v1", kind: "ConfigMap", name, namespace: "web" },
  trials,
});
const live = (name: string): object => ({ ...configMap(name), metadata: { name, namespace: "web", uid: "1" } });

describe("a survey of a cluster", () => {
  let api: ApiServer | undefined;
  const start = async (answer: Answer): Promise<ApiServer> => {
    api = await apiServer((seen) => (seen.path === "/api/v1" ? { status: 200, body: core } : answer(seen)));
    return api;
  };
  afterEach(() => {
    api?.close();
    api = undefined;
  });

  it("tries an object as the kustomize-controller applies it, and nothing else", async () => {
    const { client, seen, connections } = await start(({ path }) => ({ status: 200, body: live(path) }));
    const { found, unasked } = await survey(client, [item("a")]);
    assert.equal(found.get("a")?.live?.metadata.uid, "1");
    assert.deepEqual(
      found.get("a")?.trials.map((trial) => trial?.kind),
      ["accepted"],
    );
    assert.equal(unasked.size, 0);
    const path = "/api/v1/namespaces/web/configmaps/a?dryRun=All&force=true&fieldManager=kustomize-controller";
    assert.deepEqual(
      seen.filter(({ method }) => method !== "GET"),
      [{ method: "PATCH", path, type: "application/apply-patch+yaml", body: configMap("a") }],
    );
    assert.deepEqual([seen.length, connections()], [3, 1]);
  });

  it("hands refusals on, and what is not there, and goes on", async () => {
    const { client } = await start(({ method, path }) => {
      if (method === "GET") return { status: 404, body: {} };
      return path.includes("/a?")
        ? { status: 422, body: { reason: "Invalid", message: "field is immutable" } }
        : { status: 200, body: live("b") };
    });
    const { found } = await survey(client, [item("a"), item("b")]);
    assert.deepEqual(found.get("a"), {
      live: undefined,
      trials: [{ kind: "refused", status: 422, reason: "Invalid", message: "field is immutable" }],
    });
    assert.equal(found.get("b")?.trials[0]?.kind, "accepted");
  });

  it("a kind that is not served is told from an object that does not exist", async () => {
    const { client } = await start(() => ({ status: 404, body: {} }));
    const widget = { apiVersion: "example.org/v1", kind: "Widget", metadata: { name: "w", namespace: "web" } };
    const { found } = await survey(client, [{ key: "w", ref: { ...widget, name: "w" }, trials: [widget] }]);
    assert.deepEqual(found.get("w"), { live: undefined, trials: [{ kind: "unserved" }] });
  });

  it("what this user may not read is left out by itself", async () => {
    const { client } = await start(({ path }) =>
      path.endsWith("/a") ? { status: 403, body: { message: "no" } } : { status: 200, body: live("b") },
    );
    const { found, unasked } = await survey(client, [item("a"), item("b")]);
    assert.deepEqual([...found.keys()], ["b"]);
    assert.deepEqual([...unasked], [["a", "this user may not read objects of its kind"]]);
  });

  it("comes back to a server that is busy, as often as it says when, and not for ever", async () => {
    let busy = 2;
    const { client, seen } = await start(({ path }) => {
      if (path.endsWith("/a") && busy-- > 0) return { status: 429, body: {}, headers: { "retry-after": "0.01" } };
      if (path.endsWith("/b")) return { status: 429, body: { message: "busy" }, headers: { "retry-after": "0.01" } };
      return { status: 200, body: live("a") };
    });
    const { found, unasked } = await survey(client, [item("a", []), item("b", [])]);
    assert.equal(found.get("a")?.live?.metadata.name, "a");
    assert.match(unasked.get("b") ?? "", /with 429: busy/);
    assert.equal(seen.filter(({ path }) => path.endsWith("/b")).length, 5);
  });

  it("asks only so many at a time, and stops when its time is over", async () => {
    let open = 0;
    let most = 0;
    const get = async (): Promise<undefined> => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 60));
      open--;
      return undefined;
    };
    const client = { get, dryRun: () => Promise.resolve({ kind: "unserved" } as const) };
    const items = Array.from({ length: 20 }, (_, index) => item(String(index), []));
    const { found, unasked } = await survey(client, items, { parallel: 3, milliseconds: 100 });
    assert.equal(most, 3);
    assert.equal(found.size + unasked.size, 20);
    assert.deepEqual(new Set(unasked.values()), new Set(["it was not its turn within 0.1 s"]));
  });

  it("a connection that the server closed in between is no failure", async () => {
    const { client, server } = await start(({ path }) => ({ status: 200, body: live(path) }));
    await survey(client, [item("a")]);
    server.closeAllConnections();
    assert.equal((await survey(client, [item("b")])).found.size, 1);
  });
});
