import assert from "node:assert/strict";
import type { KubernetesObject } from "../../../../components/model/object";
import { coreValidator } from "../../../../components/validation/schema/core";

const pod = (container: object, more: object = {}): KubernetesObject =>
  Object.assign(
    { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
    { spec: { containers: [{ name: "a", image: "b", ...container }], ...more } },
  );

describe("coreValidator", () => {
  const cases: readonly (readonly [string, KubernetesObject, readonly string[]])[] = [
    ["nothing wrong", pod({ resources: { limits: { cpu: 1, memory: "1Gi", "example.com/gpu": 1 } } }), []],
    [
      "a map with any key",
      Object.assign(pod({}), { metadata: { name: "a", labels: { any: "thing" }, annotations: {} } }),
      [],
    ],
    ["a volume without fields", pod({}, { volumes: [{ name: "a", emptyDir: {} }] }), []],
    ["an unknown field", pod({ imagee: "b" }), ["spec.containers[0].imagee"]],
    [
      "an unknown field in a map of a list",
      pod({ ports: [{ containerPort: 80 }, { containerPort: 81, nam: "a" }] }),
      ["spec.containers[0].ports[1].nam"],
    ],
    ["an unknown field at the top", Object.assign(pod({}), { stats: {} }), ["stats"]],
    [
      "a type and an unknown field",
      pod({ env: [{ name: "A", value: 1, vale: "1" }] }),
      ["spec.containers[0].env[0].value", "spec.containers[0].env[0].vale"],
    ],
  ];
  for (const [title, object, fields] of cases) {
    it(title, async () => {
      const validate = await coreValidator(object);
      assert.deepEqual(
        validate?.(object).map(({ field }) => field),
        fields,
      );
      assert.deepEqual(
        validate(object).map(({ field }) => field),
        fields,
        "the second time",
      );
    });
  }

  it("knows the description of the kinds that have one", async () => {
    const object = Object.assign(
      { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass", metadata: { name: "a" } },
      { value: 1, description: "for what matters" },
    );
    assert.deepEqual((await coreValidator(object))?.(object), []);
  });

  it("has no validator of a kind that Kubernetes lacks", async () => {
    assert.equal(await coreValidator({ apiVersion: "v1", kind: "Podd", metadata: { name: "a" } }), undefined);
  });
});
