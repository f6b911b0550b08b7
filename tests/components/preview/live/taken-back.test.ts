import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { takenBack } from "../../../../components/preview/live/judge/taken-back";

type Entry = Readonly<Record<string, unknown>>;

const container = (fields: object): object => ({
  "f:spec": { "f:template": { "f:spec": { "f:containers": { 'k:{"name":"web"}': fields } } } },
});
const entry = (manager: string, fieldsV1: object, more: Entry = {}): Entry => ({
  manager,
  operation: "Update",
  fieldsV1,
  ...more,
});
const flux = entry("kustomize-controller", container({ ".": {}, "f:name": {}, "f:image": {} }), { operation: "Apply" });
const edited = container({
  "f:env": { ".": {}, 'k:{"name":"A"}': { ".": {}, "f:name": {}, "f:value": {} } },
  "f:image": {},
});
const object = (...managedFields: readonly Entry[]): object => ({
  metadata: { managedFields, annotations: { "example.org/a.b": "c" }, finalizers: ["x", "y"] },
  spec: { template: { spec: { containers: [{ name: "web", image: "a", env: [{ name: "A", value: "1" }] }] } } },
  status: { ready: true },
});
const paths = (...entries: readonly Entry[]): readonly string[] =>
  takenBack(object(...entries)).map(({ path }) => path);

describe("what the kustomize-controller takes back from kubectl", () => {
  it("names the outermost field that Git does not have, with its value", () => {
    assert.deepEqual(takenBack(object(flux, entry("kubectl-edit", edited))), [
      { path: "spec.template.spec.containers[web].env", before: [{ name: "A", value: "1" }] },
    ]);
  });

  it("leaves alone what another manager has as well", () => {
    assert.deepEqual(paths(flux, entry("kubectl-edit", edited), entry("some-operator", edited)), []);
  });

  it("leaves alone what other tools have set, and what is status", () => {
    assert.deepEqual(paths(flux, entry("some-operator", edited)), []);
    assert.deepEqual(paths(entry("kubectl-edit", { "f:status": { "f:ready": {} } })), []);
    assert.deepEqual(paths(entry("kubectl", edited, { subresource: "scale" })), []);
  });

  it("reads every way in which entries are named", () => {
    const fields = { "f:metadata": { "f:annotations": { "f:example.org/a.b": {} }, "f:finalizers": { 'v:"y"': {} } } };
    assert.deepEqual(paths(entry("before-first-apply", fields)), [
      "metadata.annotations[example.org/a.b]",
      "metadata.finalizers[y]",
    ]);
  });
});
