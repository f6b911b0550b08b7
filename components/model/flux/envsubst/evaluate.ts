import { defaultOperators, type Part, type Reference } from "./parse";

/** The value of a variable; undefined where none is known. */
export type ValueOf = (name: string) => string | undefined;

/** What Flux makes of a text; a variable that has neither a known value nor a default stays as it is written. */
export function substitutedText(parts: readonly Part[], valueOf: ValueOf): string {
  return parts.map((part) => (part.kind === "text" ? part.text : valueOfReference(part, valueOf))).join("");
}

function valueOfReference({ name, operator, operands, written }: Reference, valueOf: ValueOf): string {
  const value = valueOf(name);
  if (defaultOperators.includes(operator)) {
    const fallback = substitutedText(operands, valueOf);
    return value === undefined || value === "" ? fallback : value;
  }
  if (value === undefined) return written;
  const [first, second] = operands.map((operand) => substitutedText([operand], valueOf));
  return applied(operator, value, [first, second]);
}

type Operands = readonly [first: string | undefined, second: string | undefined];

function applied(operator: string, value: string, [first = "", second]: Operands): string {
  switch (operator) {
    case "length":
      return String(Buffer.byteLength(value));
    case ",":
      return value.replace(/^./su, (letter) => letter.toLowerCase());
    case ",,":
      return value.toLowerCase();
    case "^":
      return value.replace(/^./su, (letter) => letter.toUpperCase());
    case "^^":
      return value.toUpperCase();
    case "/":
      return value.replace(first, () => second ?? "");
    case "//":
      return value.replaceAll(first, () => second ?? "");
    case "/#":
      return second !== undefined && value.startsWith(first) ? second + value.slice(first.length) : value;
    case "/%":
      return second !== undefined && value.endsWith(first)
        ? value.slice(0, value.length - first.length) + second
        : value;
    case "#":
    case "##":
      return withoutPrefix(value, glob(first), operator === "##");
    case "%":
    case "%%":
      return reversed(withoutPrefix(reversed(value), glob(first, reversed), operator === "%%"));
    case ":":
      return slice(value, first, second);
    default:
      return value;
  }
}

/** Without the longest or shortest beginning, not empty, that a pattern matches whole. */
function withoutPrefix(value: string, pattern: RegExp, longest: boolean): string {
  const lengths = Array.from({ length: value.length }, (_, index) => (longest ? value.length - index : index + 1));
  const found = lengths.find((length) => pattern.test(value.slice(0, length)));
  return found === undefined ? value : value.slice(found);
}

/** A pattern with `*`, `?` and `[…]`; `order` is that of the text which it is held to. */
function glob(pattern: string, order: (text: string) => string = (text) => text): RegExp {
  const tokens = pattern.match(/\\.|\[\^?[^\]]+\]|./gsu) ?? [];
  const sources = tokens.map((token) => {
    if (token === "*") return ".*";
    if (token === "?") return ".";
    if (/^\[.+\]$/su.test(token)) return token;
    return token.replace(/^\\(?=.)/su, "").replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
  });
  return new RegExp(`^${(order === reversed ? sources.reverse() : sources).join("")}$`, "su");
}

function reversed(text: string): string {
  return Array.from(text).reverse().join("");
}

/** Offset and length in bytes; what is no number leaves the value as it is. */
function slice(value: string, offset: string, length: string | undefined): string {
  const bytes = Buffer.from(value);
  if (!isWhole(offset) || (length !== undefined && !isWhole(length))) return value;
  const start = Number(offset) < 0 ? Math.max(0, bytes.length + Number(offset)) : Number(offset);
  if (length === undefined) return bytes.subarray(start).toString();
  const end = Number(length) < 0 ? bytes.length + Number(length) : start + Number(length);
  return end < start ? "" : bytes.subarray(start, end).toString();
}

function isWhole(text: string): boolean {
  return /^[-+]?[0-9]+$/.test(text);
}
