import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { defaulted } from "../../../../components/preview/compare/defaults/defaulted";
import { schemasIn } from "../../../../components/preview/compare/defaults/schema";
import { canonical } from "../../../../components/preview/compare/canonical";
import type { KubernetesObject } from "../../../../components/model/object";
import { object } from "../objects";

type Fields = Readonly<Record<string, unknown>>;

const definition = object("CustomResourceDefinition", "widgets.example.org", {
  spec: {
    group: "example.org",
    names: { kind: "Widget" },
    versions: [
      {
        name: "v1",
        schema: {
          openAPIV3Schema: {
            properties: {
              spec: {
                properties: {
                  mode: { default: "on" },
                  parts: { items: { properties: { size: { default: 1 } } } },
                  sets: { additionalProperties: { properties: { size: { default: 2 } } } },
                },
              },
            },
          },
        },
      },
    ],
  },
});
const schemaOf = schemasIn([definition]);
const same = (a: KubernetesObject, b: KubernetesObject): boolean =>
  canonical(defaulted(a, schemaOf)) === canonical(defaulted(b, schemaOf));
const spec =
  (kind: string) =>
  (fields: Fields): KubernetesObject =>
    object(kind, "web/a", { spec: fields });
const pod = (fields: Fields): KubernetesObject => spec("Deployment")({ template: { spec: fields } });
const container = (fields: Fields): KubernetesObject => pod({ containers: [{ name: "a", image: "a:1", ...fields }] });
const of =
  (kind: string, version: string) =>
  (fields: Fields): KubernetesObject => ({
    ...object(kind, "web/a", fields),
    apiVersion: version,
  });

/** A way to write an object, and fields that make no difference beside what it says. */
const equal: Readonly<Record<string, readonly [(fields: Fields) => KubernetesObject, Fields, Fields]>> = {
  "replicas of a Deployment": [spec("Deployment"), {}, { replicas: 1 }],
  "the strategy of a Deployment": [
    spec("Deployment"),
    {},
    { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%" } } },
  ],
  "what a pod does by itself": [
    pod,
    {},
    { restartPolicy: "Always", terminationGracePeriodSeconds: 30, hostNetwork: false },
  ],
  "both names of an account": [pod, { serviceAccountName: "a" }, { serviceAccountName: "a", serviceAccount: "a" }],
  "the protocol of a port": [
    container,
    { ports: [{ containerPort: 80 }] },
    { ports: [{ containerPort: 80, protocol: "TCP" }] },
  ],
  "the pull policy of a tag": [container, {}, { imagePullPolicy: "IfNotPresent" }],
  "the pull policy without a tag": [container, { image: "a" }, { image: "a", imagePullPolicy: "Always" }],
  "a probe": [
    container,
    { livenessProbe: { httpGet: { port: 80 } } },
    { livenessProbe: { httpGet: { port: 80, path: "/", scheme: "HTTP" }, periodSeconds: 10, timeoutSeconds: 1 } },
  ],
  "a quantity in other words": [
    container,
    { resources: { limits: { cpu: "1", memory: "1Gi" } } },
    { resources: { limits: { cpu: "1000m", memory: "1024Mi" } } },
  ],
  "an empty value of a variable": [container, { env: [{ name: "A" }] }, { env: [{ name: "A", value: "" }] }],
  "the mode of a volume": [
    pod,
    { volumes: [{ name: "a", secret: { secretName: "b" } }] },
    { volumes: [{ name: "a", secret: { secretName: "b", defaultMode: 420 } }] },
  ],
  "the target of a port": [
    spec("Service"),
    { ports: [{ port: 80 }] },
    { type: "ClusterIP", ports: [{ port: 80, targetPort: 80, protocol: "TCP" }] },
  ],
  "the mode of a claim": [spec("PersistentVolumeClaim"), {}, { volumeMode: "Filesystem" }],
  "how a CronJob keeps order": [
    of("CronJob", "batch/v1"),
    { spec: {} },
    { spec: { concurrencyPolicy: "Allow", suspend: false } },
  ],
  "both ways to write a Secret": [
    of("Secret", "v1"),
    { stringData: { a: "b" } },
    { type: "Opaque", data: { a: "Yg==" } },
  ],
  "a default of a definition": [
    spec("Widget"),
    { parts: [{}], sets: { a: {} } },
    { mode: "on", parts: [{ size: 1 }], sets: { a: { size: 2 } } },
  ],
};

/** Fields that do make one. */
const different: typeof equal = {
  "a number of replicas": [spec("Deployment"), {}, { replicas: 2 }],
  "a strategy that is another": [spec("Deployment"), {}, { strategy: { type: "Recreate" } }],
  "a pull policy that is another": [container, {}, { imagePullPolicy: "Always" }],
  "a quantity in powers of ten": [
    container,
    { resources: { limits: { memory: "1Gi" } } },
    { resources: { limits: { memory: "1073741824" } } },
  ],
  "no token, where one would be mounted": [pod, {}, { automountServiceAccountToken: false }],
  "a default of a part that is not there": [spec("Widget"), {}, { parts: [{ size: 1 }] }],
};

describe("what the API server fills in", () => {
  for (const [name, [make, one, other]] of Object.entries(equal))
    it(`${name} makes no difference`, () => {
      assert.ok(
        same(make(one), make(other)),
        canonical([one, other].map((fields) => defaulted(make(fields), schemaOf))),
      );
    });
  for (const [name, [make, one, other]] of Object.entries(different))
    it(`${name} is a change`, () => {
      assert.ok(!same(make(one), make(other)));
    });
});
