const same = (more: object = {}): object => ({
  "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "is fixed", ...more }],
});
const text = { type: "string", maxLength: 20 };
const list = (type: string, items: object, more: object = {}): object => ({
  type: "array",
  maxItems: 5,
  "x-kubernetes-list-type": type,
  items,
  ...more,
});
const named = (more: object = {}): object => ({
  type: "object",
  required: ["name"],
  properties: { name: text, port: { type: "integer", ...same() }, ...more },
});
const protocol = { ...text, default: "TCP" };

/** Schema of `spec` of a definition with rules about changes, in every place where the API server treats them otherwise. */
export const specSchema = {
  type: "object",
  "x-kubernetes-validations": [
    { rule: "!has(oldSelf.once) || has(self.once)", message: "once stays" },
    {
      rule: "self.size >= oldSelf.size",
      messageExpression: "oldSelf.size > 2 ? 'below three' : 'below two'",
    },
  ],
  properties: {
    fixed: { ...text, ...same() },
    once: text,
    size: { type: "integer", default: 1 },
    mode: { ...text, default: "on", ...same() },
    first: {
      ...text,
      "x-kubernetes-validations": [
        { rule: "oldSelf.hasValue() || self == 'one'", optionalOldSelf: true, message: "begins with one" },
        { rule: "!oldSelf.hasValue() || oldSelf.value() != 'last'", optionalOldSelf: true, message: "ends with last" },
      ],
    },
    count: {
      type: "integer",
      "x-kubernetes-validations": [
        { rule: "oldSelf.orValue(0) <= self", optionalOldSelf: true, message: "grows" },
        {
          rule: "!oldSelf.hasValue() || oldSelf.value() + 2 >= self",
          optionalOldSelf: true,
          message: "by two at most",
        },
      ],
    },
    ports: list("map", named(), { "x-kubernetes-list-map-keys": ["name"] }),
    listeners: list("map", { ...named({ protocol }) }, { "x-kubernetes-list-map-keys": ["name", "protocol"] }),
    tags: list("set", text, same()),
    entries: list("map", named(), { "x-kubernetes-list-map-keys": ["name"], ...same() }),
    order: list("atomic", text, same()),
    labels: { type: "object", maxProperties: 5, additionalProperties: { ...text, ...same() } },
    whole: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: { ...text, ...same() } } },
    inner: { type: "object", ...same(), properties: { a: text, b: { ...text, default: "b" } } },
  },
};

/** Changes of `spec`, and the fields of which the API server said that they break a rule. */
export interface TransitionCase {
  readonly before: object;
  readonly after: object;
  /** `field: message`, as kube-apiserver 1.36.3 said it to a server-side apply, sorted; it writes `spec.labels[a]` for our `spec.labels.a`. */
  readonly refused: readonly string[];
}

const port = (name: string, value: number, more: object = {}): object => ({ name, port: value, ...more });

export const transitionCases: Readonly<Record<string, TransitionCase>> = {
  "a value that changes": { before: { fixed: "a" }, after: { fixed: "b" }, refused: ["spec.fixed: is fixed"] },
  "a value that stays": { before: { fixed: "a", size: 1 }, after: { fixed: "a", size: 2 }, refused: [] },
  "a value that comes": { before: {}, after: { fixed: "b" }, refused: [] },
  "a value that goes": { before: { fixed: "a" }, after: {}, refused: [] },
  "a field that has to stay": { before: { once: "a" }, after: {}, refused: ["spec: once stays"] },
  "a number that may only grow": { before: { size: 3 }, after: { size: 2 }, refused: ["spec: below three"] },
  "a number that goes back to its default": { before: { size: 3 }, after: {}, refused: ["spec: below three"] },
  "a default that is written out": { before: {}, after: { mode: "on" }, refused: [] },
  "a default that changes": { before: {}, after: { mode: "off" }, refused: ["spec.mode: is fixed"] },
  "an optional old value that is not there": {
    before: {},
    after: { first: "two" },
    refused: ["spec.first: begins with one"],
  },
  "an optional old value that is there": { before: { first: "one" }, after: { first: "two" }, refused: [] },
  "an optional old value that ends it": {
    before: { first: "one" },
    after: { first: "last" },
    refused: [],
  },
  "an optional number that shrinks": { before: { count: 3 }, after: { count: 2 }, refused: ["spec.count: grows"] },
  "an optional number that grows too much": {
    before: { count: 3 },
    after: { count: 6 },
    refused: ["spec.count: by two at most"],
  },
  "an entry of a map list": {
    before: { ports: [port("a", 1), port("b", 2)] },
    after: { ports: [port("b", 3), port("a", 1)] },
    refused: ["spec.ports[0].port: is fixed"],
  },
  "another entry of a map list": { before: { ports: [port("a", 1)] }, after: { ports: [port("b", 2)] }, refused: [] },
  "an entry with a key that is a default": {
    before: { listeners: [port("a", 1, { protocol: "TCP" })] },
    after: { listeners: [port("a", 2)] },
    refused: ["spec.listeners[0].port: is fixed"],
  },
  "an entry with another key": {
    before: { listeners: [port("a", 1)] },
    after: { listeners: [port("a", 2, { protocol: "UDP" })] },
    refused: [],
  },
  "a set in another order": { before: { tags: ["a", "b"] }, after: { tags: ["b", "a"] }, refused: [] },
  "a set of others": { before: { tags: ["a", "b"] }, after: { tags: ["a", "c"] }, refused: ["spec.tags: is fixed"] },
  "a map list in another order": {
    before: { entries: [port("a", 1), port("b", 2)] },
    after: { entries: [port("b", 2), port("a", 1)] },
    refused: [],
  },
  "an atomic list in another order": {
    before: { order: ["a", "b"] },
    after: { order: ["b", "a"] },
    refused: ["spec.order: is fixed"],
  },
  "an entry of a map": {
    before: { labels: { a: "1", b: "2" } },
    after: { labels: { a: "2", c: "1" } },
    refused: ["spec.labels.a: is fixed"],
  },
  "a field of an atomic map": {
    before: { whole: { a: "1" } },
    after: { whole: { a: "2" } },
    refused: ["spec.whole.a: is fixed"],
  },
  "an object with a default inside": {
    before: { inner: { a: "1" } },
    after: { inner: { a: "1", b: "b" } },
    refused: [],
  },
  "an object that changes inside": {
    before: { inner: { a: "1" } },
    after: { inner: { a: "2" } },
    refused: ["spec.inner: is fixed"],
  },
};
