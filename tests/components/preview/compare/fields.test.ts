import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { fieldChanges, type FieldChange } from "../../../../components/preview/compare/fields";

const container = (name: string, fields: object = {}): object => ({ name, image: `${name}:1`, ...fields });

const cases: readonly (readonly [string, unknown, unknown, readonly FieldChange[]])[] = [
  ["nothing", { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ["a scalar", { spec: { replicas: 1 } }, { spec: { replicas: 3 } }, [{ path: "spec.replicas", before: 1, after: 3 }]],
  ["a number and its text", { port: 80 }, { port: "80" }, [{ path: "port", before: 80, after: "80" }]],
  [
    "a field that comes and one that goes",
    { a: 1 },
    { b: 2 },
    [
      { path: "a", before: 1 },
      { path: "b", after: 2 },
    ],
  ],
  ["null as absence", { a: null, b: 1 }, { b: 1 }, []],
  ["an empty map of labels as none", { metadata: { labels: {} } }, { metadata: {} }, []],
  ["an empty map elsewhere as a value", { emptyDir: {} }, {}, [{ path: "emptyDir", before: {} }]],
  [
    "labels one by one, also where all are new",
    { metadata: { name: "web" } },
    { metadata: { name: "web", labels: { "app.kubernetes.io/name": "web", tier: "front" } } },
    [
      { path: "metadata.labels[app.kubernetes.io/name]", after: "web" },
      { path: "metadata.labels.tier", after: "front" },
    ],
  ],
  [
    "an entry by its name, wherever it stands",
    { containers: [container("web"), container("proxy")] },
    { containers: [container("web", { image: "web:2" }), container("log"), container("proxy")] },
    [
      { path: "containers[web].image", before: "web:1", after: "web:2" },
      { path: "containers[log]", after: container("log") },
    ],
  ],
  [
    "the order of named entries",
    { env: [{ name: "A" }, { name: "B" }] },
    { env: [{ name: "B" }, { name: "A" }] },
    [{ path: "env", before: ["A", "B"], after: ["B", "A"], kind: "order" }],
  ],
  [
    "ports of one number by their protocol",
    {
      ports: [
        { containerPort: 53, protocol: "TCP" },
        { containerPort: 53, protocol: "UDP" },
      ],
    },
    {
      ports: [
        { containerPort: 53, protocol: "TCP" },
        { containerPort: 53, protocol: "UDP", hostPort: 53 },
      ],
    },
    [{ path: "ports[53/UDP].hostPort", after: 53 }],
  ],
  [
    "a list of scalars as a whole",
    { args: ["a", "b"] },
    { args: ["a", "c"] },
    [{ path: "args", before: ["a", "b"], after: ["a", "c"] }],
  ],
  [
    "entries without a name by their place",
    { rules: [{ verbs: ["get"] }, { verbs: ["list"] }] },
    { rules: [{ verbs: ["get"] }, { verbs: ["watch"] }] },
    [{ path: "rules[1].verbs", before: ["list"], after: ["watch"] }],
  ],
  [
    "an entry without a name that came between",
    { rules: [{ verbs: ["get"] }, { verbs: ["list"] }] },
    { rules: [{ verbs: ["get"] }, { verbs: ["watch"] }, { verbs: ["list"] }] },
    [{ path: "rules[1]", after: { verbs: ["watch"] } }],
  ],
];

describe("fieldChanges", () => {
  for (const [what, before, after, expected] of cases) {
    it(`tells ${what}`, () => {
      assert.deepEqual(fieldChanges(before, after), expected);
    });
  }
});
