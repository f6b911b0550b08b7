/** A piece of a text as Flux's substitution reads it. Upstream: fluxcd/pkg/envsubst. */
export type Part = TextPart | Reference;

/** What stays as it is, but that a doubled dollar becomes one. */
export interface TextPart {
  readonly kind: "text";
  readonly text: string;
}

/** A variable, with what is made of its value: `${name}`, `${name:=default}`, `${name^^}`. */
export interface Reference {
  readonly kind: "reference";
  readonly name: string;
  /** `:=`, `^^`, `/#`, `length`; empty where the value stands as it is. */
  readonly operator: string;
  /** Operands: of a default, the pieces that it is made of; else one an operand. */
  readonly operands: readonly Part[];
  /** `${name:=default}` */
  readonly written: string;
}

/** A text taken apart. */
export interface Parsed {
  /** What was read, up to the fault if there is one. */
  readonly parts: readonly Part[];
  /** What Flux cannot read: it refuses the object, and with it the layer. */
  readonly fault?: { readonly written: string; readonly reason: string };
}

/** Operators that give a value to a variable that has none. */
export const defaultOperators: readonly string[] = [":=", ":-", ":?", ":+", "="];

/** Takes a text apart into variables and what is none. */
export function parseSubstitution(text: string): Parsed {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    if (text.startsWith("${", at)) {
      const reader: Reader = { text, at };
      try {
        parts.push(readReference(reader));
        at = reader.at;
      } catch (error) {
        if (!(error instanceof BadSubstitution)) throw error;
        const end = text.slice(at).search(/[}\n]/);
        const written = end < 0 ? text.slice(at) : text.slice(at, at + end + (text[at + end] === "}" ? 1 : 0));
        return { parts, fault: { written, reason: error.message } };
      }
    } else {
      const plain = plainText(text, at);
      parts.push(plain.part);
      at = plain.end;
    }
  }
  return { parts };
}

/** Every variable of a text, those within defaults and operands among them. */
export function* referencesIn(parts: readonly Part[]): Generator<Reference> {
  for (const part of parts) {
    if (part.kind === "text") continue;
    yield part;
    yield* referencesIn(part.operands);
  }
}

class BadSubstitution extends Error {}

interface Reader {
  readonly text: string;
  at: number;
}

function plainText(text: string, from: number): { readonly part: TextPart; readonly end: number } {
  let plain = "";
  let at = from;
  while (at < text.length && !text.startsWith("${", at)) {
    plain += text[at] ?? "";
    at += text.startsWith("$$", at) ? 2 : 1;
  }
  return { part: { kind: "text", text: plain }, end: at };
}

const replacing = /^\/[/#%]?/;

function readReference(reader: Reader): Reference {
  const start = reader.at;
  reader.at += 2;
  const done = (name: string, operator: string, operands: readonly Part[] = []): Reference => {
    if (take(reader, /^\}/) === undefined) throw new BadSubstitution("its closing brace is missing");
    return { kind: "reference", name, operator, operands, written: reader.text.slice(start, reader.at) };
  };
  const isLength = take(reader, /^#/) !== undefined;
  const name = take(reader, /^[\p{L}\p{Nd}_]+/u);
  if (name === undefined) throw new BadSubstitution("it names no variable");
  if (isLength) return done(name, "length");
  const operator = take(reader, /^(:[=\-?+]|=|[,^]{1,2}|\/[/#%]?|##?|%%?|:)/);
  if (operator === undefined) return done(name, "");
  if (defaultOperators.includes(operator)) return done(name, operator, readDefault(reader));
  if (/^[,^]/.test(operator)) return done(name, operator);
  if (replacing.test(operator)) return done(name, operator, readReplacement(reader));
  if (operator !== ":") return done(name, operator, [readOperand(reader, /^[^}]/)]);
  const offset = readOperand(reader, /^[^:}]/);
  const hasLength = take(reader, /^:+/) !== undefined;
  return done(name, operator, hasLength ? [offset, readOperand(reader, /^[^}]/)] : [offset]);
}

/** A default goes on to the closing brace, and may hold variables of its own. */
function readDefault(reader: Reader): readonly Part[] {
  const parts: Part[] = [];
  while (reader.at < reader.text.length && reader.text[reader.at] !== "}") parts.push(readOperand(reader, /^[^}]/));
  return parts;
}

function readReplacement(reader: Reader): readonly Part[] {
  const pattern = readOperand(reader, /^[^/]/, isEscape);
  if (take(reader, /^\/+/) === undefined) throw new BadSubstitution("the slash before what replaces is missing");
  return reader.text[reader.at] === "}" ? [pattern] : [pattern, readOperand(reader, /^[^}]/, isEscape)];
}

function isEscape(text: string, at: number): boolean {
  return ["$$", "\\/", "\\\\"].some((escape) => text.startsWith(escape, at));
}

/** One variable, or text of accepted characters up to the next one. */
function readOperand(
  reader: Reader,
  accepted: RegExp,
  escaped: (text: string, at: number) => boolean = () => false,
): Part {
  const { text } = reader;
  if (text.startsWith("${", reader.at)) return readReference(reader);
  let plain = "";
  while (reader.at < text.length && !text.startsWith("${", reader.at)) {
    const isEscaped = escaped(text, reader.at);
    const character = text[isEscaped ? reader.at + 1 : reader.at] ?? "";
    if (!isEscaped && !accepted.test(character)) break;
    plain += character;
    reader.at += isEscaped ? 2 : 1;
  }
  if (plain === "") throw new BadSubstitution("an operand is missing");
  return { kind: "text", text: plain };
}

function take(reader: Reader, pattern: RegExp): string | undefined {
  const found = pattern.exec(reader.text.slice(reader.at))?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}
