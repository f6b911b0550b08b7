import { isDuration, type Duration } from "../../components/model/duration";

/** A value of configuration as its field wants it, or what that field expects instead. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly expected: string };

/** Turns one raw value of configuration, from YAML or from the engine's strings, into a typed one. */
export type Parser<T> = (raw: unknown) => Parsed<T>;

/** Accepts a value. */
export function accept<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

/** Refuses a value; `expected` completes the sentence "expected …". */
export function refuse(expected: string): { readonly ok: false; readonly expected: string } {
  return { ok: false, expected };
}

/** A non-empty string of one line. */
export const text: Parser<string> = (raw) =>
  typeof raw === "string" && raw.trim() !== "" && !raw.includes("\n")
    ? accept(raw.trim())
    : refuse("a non-empty string of one line");

/** A non-empty string that may have several lines: a key, known hosts. */
export const block: Parser<string> = (raw) =>
  typeof raw === "string" && raw.trim() !== "" ? accept(raw) : refuse("a non-empty string");

/** A string that a pattern describes. */
export function matching(pattern: RegExp, expected: string): Parser<string> {
  return (raw) => (typeof raw === "string" && pattern.test(raw) ? accept(raw) : refuse(expected));
}

/** `true` or `false`; the engine hands over booleans as strings. */
export const flag: Parser<boolean> = (raw) => {
  if (raw === true || raw === "true") return accept(true);
  return raw === false || raw === "false" ? accept(false) : refuse("true or false");
};

/** The name of a Kubernetes object. */
export const objectName = matching(
  /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/,
  "the name of a Kubernetes object: lower case letters, digits, - and .",
);

/** The name of a host. */
export const hostName = matching(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, "a host such as github.example.org");

/** A whole number above zero; the engine hands over numbers as strings. */
export const positive: Parser<number> = (raw) => {
  const value = typeof raw === "string" && /^\d+$/.test(raw) ? Number(raw) : raw;
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0
    ? accept(value)
    : refuse("a whole number above zero");
};

/** A duration as Flux writes it. */
export const duration: Parser<Duration> = (raw) =>
  typeof raw === "string" && isDuration(raw) ? accept(raw) : refuse("a duration such as 30s, 10m or 1h30m");

/** One of a closed set of words. */
export function oneOf<const T extends string>(choices: readonly T[]): Parser<T> {
  return (raw) => {
    const found = choices.find((choice) => choice === raw);
    return found === undefined ? refuse(`one of ${choices.join(", ")}`) : accept(found);
  };
}

/** A list; the engine hands over lists as JSON. */
export function listOf<T>(item: Parser<T>): Parser<readonly T[]> {
  return (raw) => {
    const values = fromJson(raw);
    if (!Array.isArray(values)) return refuse("a list");
    return collect(
      values.map((value) => item(value)),
      (bad) => `a list whose every entry is ${bad}`,
    );
  };
}

/** A map of strings to `T`; the engine hands over maps as JSON. */
export function recordOf<T>(item: Parser<T>): Parser<Readonly<Record<string, T>>> {
  return (raw) => {
    const values = fromJson(raw);
    if (typeof values !== "object" || values === null || Array.isArray(values)) return refuse("a map");
    const keys = Object.keys(values);
    const parsed = collect(
      Object.values(values).map((value) => item(value)),
      (bad) => `a map whose every value is ${bad}`,
    );
    if (!parsed.ok) return parsed;
    return accept(Object.fromEntries(parsed.value.map((value, index) => [keys[index], value])));
  };
}

function collect<T>(results: readonly Parsed<T>[], explain: (expected: string) => string): Parsed<readonly T[]> {
  const values: T[] = [];
  for (const result of results) {
    if (!result.ok) return refuse(explain(result.expected));
    values.push(result.value);
  }
  return accept(values);
}

function fromJson(raw: unknown): unknown {
  if (typeof raw !== "string") return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
