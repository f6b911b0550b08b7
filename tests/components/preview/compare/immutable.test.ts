import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { KubernetesObject } from "../../../../components/model/object";
import { refusedFields } from "../../../../components/preview/compare/immutable";
import { object } from "../objects";

const spec = (kind: string, fields: object): KubernetesObject => object(kind, "web/web", { spec: fields });
const claim = (storage: string, more: object = {}): KubernetesObject =>
  spec("PersistentVolumeClaim", { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } }, ...more });
const labels = (version: string): object => ({ matchLabels: { app: "web", version } });

const cases: readonly (readonly [string, KubernetesObject, KubernetesObject, readonly string[]])[] = [
  ["replicas of a Deployment", spec("Deployment", { replicas: 1 }), spec("Deployment", { replicas: 2 }), []],
  [
    "the selector of a Deployment",
    spec("Deployment", { selector: labels("1") }),
    spec("Deployment", { selector: labels("2") }),
    ["spec.selector"],
  ],
  [
    "a strategy without rolling updates, where the server has filled in how they roll",
    spec("Deployment", { strategy: { rollingUpdate: { maxSurge: 1 } } }),
    spec("Deployment", { strategy: { type: "Recreate" } }),
    ["spec.strategy.rollingUpdate"],
  ],
  [
    "the same where Git has said all of it",
    spec("Deployment", { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } }),
    spec("Deployment", { strategy: { type: "Recreate" } }),
    [],
  ],
  [
    "a strategy with rolling updates",
    spec("Deployment", { strategy: { type: "Recreate" } }),
    spec("Deployment", {}),
    [],
  ],
  [
    "the template of a StatefulSet",
    spec("StatefulSet", { template: { a: 1 } }),
    spec("StatefulSet", { template: { a: 2 } }),
    [],
  ],
  [
    "the claims of a StatefulSet",
    spec("StatefulSet", { volumeClaimTemplates: [1] }),
    spec("StatefulSet", { volumeClaimTemplates: [2] }),
    ["spec.volumeClaimTemplates"],
  ],
  [
    "the service of a StatefulSet",
    spec("StatefulSet", { serviceName: "a" }),
    spec("StatefulSet", { serviceName: "b" }),
    ["spec.serviceName"],
  ],
  [
    "the template of a Job",
    spec("Job", { template: { a: 1 } }),
    spec("Job", { template: { a: 2 } }),
    ["spec.template"],
  ],
  [
    "the template of a suspended Job",
    spec("Job", { suspend: true, template: { a: 1 } }),
    spec("Job", { suspend: true, template: { a: 2 } }),
    [],
  ],
  ["a larger claim", claim("1Gi"), claim("2Gi"), []],
  ["a smaller claim", claim("1Gi"), claim("512Mi"), ["spec.resources.requests.storage"]],
  [
    "a claim's class",
    claim("1Gi", { storageClassName: "a" }),
    claim("1Gi", { storageClassName: "b" }),
    ["spec.storageClassName"],
  ],
  [
    "a Service that becomes headless",
    spec("Service", { ports: [1] }),
    spec("Service", { ports: [1], clusterIP: "None" }),
    ["spec.clusterIP"],
  ],
  ["an address that is no longer asked for", spec("Service", { clusterIP: "10.0.0.1" }), spec("Service", {}), []],
  [
    "a StorageClass's parameters",
    object("StorageClass", "a", { parameters: { x: "1" } }),
    object("StorageClass", "a", { parameters: { x: "2" } }),
    ["parameters"],
  ],
  [
    "a RoleBinding's role",
    object("RoleBinding", "a/a", { roleRef: { name: "x" } }),
    object("RoleBinding", "a/a", { roleRef: { name: "y" } }),
    ["roleRef"],
  ],
  ["data", object("ConfigMap", "a/a", { data: { x: "1" } }), object("ConfigMap", "a/a", { data: { x: "2" } }), []],
  [
    "sealed data",
    object("ConfigMap", "a/a", { immutable: true, data: { x: "1" } }),
    object("ConfigMap", "a/a", { immutable: true, data: { x: "2" } }),
    ["data"],
  ],
  [
    "a custom kind",
    object("Widget", "a/a", { spec: { selector: 1 } }),
    object("Widget", "a/a", { spec: { selector: 2 } }),
    [],
  ],
];

describe("refusedFields", () => {
  for (const [what, before, after, expected] of cases) {
    it(`${expected.length === 0 ? "lets pass" : "refuses"} ${what}`, () => {
      assert.deepEqual(refusedFields(before, after), expected);
    });
  }
});
