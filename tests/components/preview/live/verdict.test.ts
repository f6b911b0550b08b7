import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { DryRun } from "../../../../components/cluster/survey/dry-run";
import type { KubernetesObject } from "../../../../components/model/object";
import type { AppliedLayer } from "../../../../components/preview/cluster/applied";
import { cluster, layer, object } from "../objects";
import { liveOf } from "./live";

const refusal = (status: number, reason: string, message: string): DryRun => ({
  kind: "refused",
  status,
  reason,
  message,
});
const widget = object("Widget", "web/w", { spec: { size: 1 } });
const definition = object("CustomResourceDefinition", "widgets.example.org", {
  spec: { group: "example.org", names: { kind: "Widget" } },
});
const withScope = (scope: string): KubernetesObject =>
  object("CustomResourceDefinition", "widgets.example.org", {
    spec: { group: "example.org", scope, names: { kind: "Widget" } },
  });
const noNamespace = refusal(404, "NotFound", 'namespaces "web" not found');
const immutable = refusal(422, "Invalid", "spec.selector: Invalid value: field is immutable");
const after = (...names: readonly string[]): Readonly<Record<string, unknown>> => ({
  dependsOn: names.map((name) => ({ name })),
});
const apps = (own: KubernetesObject, spec: Readonly<Record<string, unknown>> = {}): AppliedLayer =>
  layer("apps", [own], spec);
const base = (own: KubernetesObject, spec: Readonly<Record<string, unknown>> = {}): AppliedLayer =>
  layer("base", [own], spec);

/** `awaited: why`, for the one object of the layer `apps` that a server refuses. */
function verdict(says: DryRun, layers: readonly AppliedLayer[], before: readonly AppliedLayer[] = cluster()): string {
  const own = layers.find(({ name }) => name === "apps");
  const [name = ""] = [...(own?.objects.values() ?? [])].map(
    ({ object: { kind, metadata } }) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`,
  );
  const { awaited, refused, recreated, unchecked } = liveOf({ before, after: layers, says: new Map([[name, says]]) });
  const lines = [
    ...awaited.map(({ because }) => `awaited: ${because}`),
    ...refused.map(({ reason, already }) => `refused: ${reason}${already ? " (already)" : ""}`),
    ...recreated.map(({ because }) => `recreated: ${because}`),
    ...unchecked.map(({ because }) => `unchecked: ${because}`),
  ];
  assert.equal(lines.length, 1, lines.join("\n"));
  return lines[0] ?? "";
}

describe("a refused dry run", () => {
  const unserved: DryRun = { kind: "unserved" };
  const release = object("HelmRelease", "web/chart");
  const cases: Readonly<
    Record<string, readonly [string, DryRun, readonly AppliedLayer[], (readonly AppliedLayer[])?]>
  > = {
    "a definition of an earlier layer": [
      "awaited: kind Widget of example.org/v1 comes with Kustomization base of the same change",
      unserved,
      cluster(base(definition), apps(widget, after("base"))),
    ],
    "a definition of the same layer": [
      "awaited: kind Widget of example.org/v1 comes with Kustomization apps of the same change",
      unserved,
      cluster(layer("apps", [widget, definition])),
    ],
    "a definition of a layer that nothing orders": [
      "refused: kind Widget of example.org/v1 comes with Kustomization base, which is not applied before",
      unserved,
      cluster(base(definition), apps(widget)),
    ],
    "a definition of a suspended layer": [
      "refused: kind Widget of example.org/v1 comes with Kustomization base, which is not applied before",
      unserved,
      cluster(base(definition, { suspend: true }), apps(widget, after("base"))),
    ],
    "a definition that a chart may bring": [
      "unchecked: kind Widget of example.org/v1 is missing; a chart of Kustomization base may bring it",
      unserved,
      cluster(base(release), apps(widget, after("base"))),
    ],
    "a definition that nothing brings": [
      "refused: the cluster does not have kind Widget of example.org/v1, and nothing of the change brings it",
      unserved,
      cluster(apps(widget)),
    ],
    "a namespace of a layer two steps before": [
      "awaited: Namespace web comes with Kustomization base of the same change",
      noNamespace,
      cluster(base(object("Namespace", "web")), layer("middle", [], after("base")), apps(widget, after("middle"))),
    ],
    "a namespace that nothing brings, charts or not": [
      "refused: the cluster does not have Namespace web, and nothing of the change brings it",
      noNamespace,
      cluster(base(release), apps(widget, after("base"))),
    ],
    "an immutable field": [
      "refused: spec.selector: Invalid value: field is immutable",
      immutable,
      cluster(apps({ ...widget, metadata: { ...widget.metadata, labels: { a: "b" } } })),
      cluster(layer("old", []), layer("apps", [])),
    ],
    "the same object refused today": [
      "refused: spec.selector: Invalid value: field is immutable (already)",
      immutable,
      cluster(apps(widget)),
      cluster(apps(widget)),
    ],
    "an immutable field of a layer with force": [
      "recreated: spec.selector: Invalid value: field is immutable",
      immutable,
      cluster(apps(widget, { force: true })),
      cluster(apps(widget, { force: true })),
    ],
    "an immutable field of an object that asks to be created anew": [
      "recreated: spec.selector: Invalid value: field is immutable",
      immutable,
      cluster(apps(object("Widget", "web/w", { annotations: { "kustomize.toolkit.fluxcd.io/force": "enabled" } }))),
      cluster(apps(widget)),
    ],
    "a user who may not": [
      "unchecked: this user may not try changes of its kind",
      refusal(403, "Forbidden", 'widgets "w" is forbidden: User "me" cannot patch resource "widgets" in API group ""'),
      cluster(apps(widget)),
    ],
    "admission that says no": [
      "refused: violates PodSecurity",
      refusal(403, "Forbidden", "violates PodSecurity"),
      cluster(apps(widget)),
    ],
    "a kind whose definition the change changes": [
      "awaited: the definition of its kind changes with Kustomization base",
      refusal(422, "Invalid", "spec.size: Required value"),
      cluster(base(withScope("Cluster")), apps(widget, after("base"))),
      cluster(base(definition), layer("apps", [])),
    ],
    "a webhook that is not there yet": [
      "unchecked: the API server cannot tell (status 500)",
      refusal(500, "InternalError", 'failed calling webhook "x": service "x" not found'),
      cluster(apps(widget)),
    ],
    "rights that this user has not": [
      "unchecked: it grants more than this user may",
      refusal(403, "Forbidden", 'user "me" is attempting to grant RBAC permissions not currently held'),
      cluster(apps(widget)),
    ],
    "a webhook that dry runs do not pass": [
      "unchecked: a webhook that it passes does not support dry runs",
      refusal(400, "BadRequest", "admission webhook x does not support dry run"),
      cluster(apps(widget)),
    ],
  };
  for (const [name, [expected, says, layers, before]] of Object.entries(cases))
    it(name, () => {
      assert.equal(verdict(says, layers, before), expected);
    });

  it("all refusals are told, in the order of the layers", () => {
    const layers = cluster(apps(object("ConfigMap", "web/a"), after("base")), base(object("ConfigMap", "web/z")));
    const says = new Map(["ConfigMap web/a", "ConfigMap web/z"].map((name) => [name, refusal(403, "Forbidden", "no")]));
    assert.deepEqual(
      liveOf({ before: cluster(), after: layers, says }).refused.map(({ name }) => name),
      ["ConfigMap web/z", "ConfigMap web/a"],
    );
  });
});
