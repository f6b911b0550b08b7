import { isMapping } from "../../kustomize/tree/parse";

const marker = Symbol("code");

/** A piece of TypeScript that stands among plain values. */
export interface Code {
  readonly [marker]: string;
}

/** Marks a text as TypeScript. */
export function code(text: string): Code {
  return { [marker]: text };
}

/** Texts of several lines, which are written above the code that uses them. */
export type Texts = Map<string, string>;

/** Writes a value as TypeScript; the formatter decides on lines and quotes. */
export function expression(value: unknown, texts: Texts, name = "text"): string {
  if (typeof value === "string") return value.includes("\n") ? named(value, texts, name) : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((entry) => expression(entry, texts, name)).join(", ")}]`;
  if (!isMapping(value)) return value === undefined ? "undefined" : JSON.stringify(value);
  if (isCode(value)) return value[marker];
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{ ${entries.map(([key, entry]) => `${property(key)}: ${expression(entry, texts, key)}`).join(", ")} }`;
}

/** A key as it stands in an object; `__proto__` needs brackets to be a key like others. */
export function property(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : isIdentifier(key) ? key : JSON.stringify(key);
}

/** `images.web` or `images["my-app"]`. */
export function member(object: string, key: string): string {
  return isIdentifier(key) ? `${object}.${key}` : `${object}[${JSON.stringify(key)}]`;
}

/** The constants that hold the texts, as statements. */
export function constants(texts: Texts): string {
  return [...texts].map(([name, text]) => `const ${name} = \`${escaped(text)}\`;\n`).join("\n");
}

function named(text: string, texts: Texts, name: string): string {
  const known = [...texts].find(([, other]) => other === text);
  if (known !== undefined) return known[0];
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const camel = words.map((word, index) =>
    index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1),
  );
  const wanted = `${camel.join("").replace(/^[0-9]*/, "") || "some"}Text`;
  let free = wanted;
  for (let number = 2; texts.has(free); number += 1) free = `${wanted}${number}`;
  texts.set(free, text);
  return free;
}

function escaped(text: string): string {
  return text.replace(/\\/g, "\\\\").replace(/`/g, "\\`").replace(/\$\{/g, "\\${").replace(/\r/g, "\\r");
}

function isCode(value: object): value is Code {
  return marker in value;
}

function isIdentifier(key: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) && key !== "__proto__";
}
