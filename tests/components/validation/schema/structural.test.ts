import assert from "node:assert/strict";
import Ajv from "ajv";
import fc from "fast-check";
import { structuralFaults } from "../../../../components/validation/schema/structural";

const schema = {
  type: "object",
  required: ["spec"],
  properties: {
    spec: {
      type: "object",
      required: ["interval"],
      properties: {
        interval: { type: "string", pattern: "^[0-9]+(s|m|h)$" },
        replicas: { type: "integer", minimum: 0, maximum: 10 },
        mode: { type: "string", enum: ["fast", "slow"] },
        names: { type: "array", items: { type: "string", minLength: 1, maxLength: 3 }, maxItems: 2 },
        labels: { type: "object", additionalProperties: { type: "string" } },
        size: { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true },
        note: { type: "string", nullable: true },
        values: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        source: {
          type: "object",
          properties: { branch: { type: "string" }, tag: { type: "string" } },
          oneOf: [{ required: ["branch"] }, { required: ["tag"] }],
        },
      },
    },
  },
};

const object = (spec: unknown): object => ({
  apiVersion: "example.com/v1",
  kind: "Thing",
  metadata: { name: "a" },
  spec,
});
const sound = { interval: "5m" };

describe("structuralFaults", () => {
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ["nothing wrong", sound, []],
    ["a missing field", {}, ["spec.interval is required"]],
    [
      "an unknown field",
      { ...sound, intervall: "1s" },
      ["spec.intervall is no field of this kind; did you mean interval?"],
    ],
    ["a type", { ...sound, replicas: "3" }, ['spec.replicas is "3", but must be of type integer']],
    ["a bound", { ...sound, replicas: 11 }, ["spec.replicas is 11, but must be at most 10"]],
    ["a choice of values", { ...sound, mode: "off" }, ['spec.mode is "off", but must be one of "fast", "slow"']],
    ["a pattern", { interval: "5 m" }, ['spec.interval is "5 m", but must match ^[0-9]+(s|m|h)$']],
    ["an entry", { ...sound, names: ["", "a"] }, ['spec.names[0] is "", but must have at least 1 character']],
    ["a length", { ...sound, names: ["a", "b", "c"] }, ["spec.names has 3 entries, but at most 2 are allowed"]],
    ["a value of a map", { ...sound, labels: { a: 1 } }, ["spec.labels.a is 1, but must be of type string"]],
    ["null where it is allowed", { ...sound, note: null }, []],
    ["integer or string", { ...sound, size: "10%" }, []],
    ["free-form values", { ...sound, values: { a: { b: [1] } } }, []],
    ["one of two fields", { ...sound, source: { branch: "main" } }, []],
  ];
  for (const [title, spec, expected] of cases) {
    it(title, () => {
      const faults = structuralFaults(schema, object(spec)).map(({ field, problem }) => `${field} ${problem}`);
      assert.deepEqual(faults, expected);
    });
  }

  it("refuses both of two fields that exclude each other", () => {
    const [fault] = structuralFaults(schema, object({ ...sound, source: { branch: "main", tag: "v1" } }));
    assert.match(fault?.problem ?? "", /^must fit exactly one of/);
  });

  it("accepts and refuses what a validator of JSON schemas does", () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    const closed = structuredClone(schema) as unknown as Record<string, Record<string, Record<string, unknown>>>;
    Object.assign(closed.properties?.spec ?? {}, { additionalProperties: false });
    const { anyOf } = schema.properties.spec.properties.size;
    Object.assign((closed.properties?.spec?.properties as Record<string, unknown> | undefined) ?? {}, {
      size: { anyOf },
    });
    const validate = ajv.compile(closed);
    const scalar = fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.integer({ min: -2, max: 12 }),
      fc.boolean(),
      fc.constant(null),
    );
    const spec = fc.record(
      {
        interval: fc.oneof(fc.constant("5m"), fc.constant("5"), scalar),
        replicas: scalar,
        mode: fc.oneof(fc.constantFrom("fast", "slow"), scalar),
        names: fc.oneof(fc.array(scalar, { maxLength: 3 }), scalar),
        labels: fc.oneof(fc.dictionary(fc.string({ maxLength: 2 }), scalar, { noNullPrototype: true }), scalar),
        size: scalar,
        note: scalar,
        source: fc.record(
          { branch: fc.string({ maxLength: 2 }), tag: fc.string({ maxLength: 2 }) },
          { requiredKeys: [] },
        ),
        other: scalar,
      },
      { requiredKeys: [], noNullPrototype: true },
    );
    fc.assert(
      fc.property(spec, (value) => {
        assert.equal(
          structuralFaults(schema, object(value)).length === 0,
          validate(object(value)),
          JSON.stringify(validate.errors),
        );
      }),
      { numRuns: 500 },
    );
  });
});
