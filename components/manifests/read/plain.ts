import { readScalar, type ScalarReader } from "./scalar";
import { type Cursor, indentOf, unusual } from "./cursor";

const key = /^([A-Za-z_][\w./-]*):(?: (.*))?$/;
const unreadable = /[^\n\u0020-\u007e\u00a0-\u2027\u202a-\ufefe]/;

/**
 * Reads one YAML document that is written as nearly all Kubernetes manifests are, kustomize's output among them: block mappings and lists, scalars of one line,
 * literal blocks. Undefined for anything else, which is left to a whole parser; this one is many times faster, and gives the same or nothing.
 */
export function readPlain(text: string, scalar: ScalarReader): { readonly value: unknown } | undefined {
  if (unreadable.test(text)) return undefined;
  const cursor: Cursor = { lines: text.split("\n"), next: 0, scalar };
  try {
    while (/^(#.*)?$/.test(cursor.lines[cursor.next] ?? "-")) cursor.next++;
    const value = cursor.next === cursor.lines.length ? null : block(cursor, 0);
    while (cursor.lines[cursor.next] === "") cursor.next++;
    return cursor.next === cursor.lines.length ? { value } : undefined;
  } catch (error) {
    if (error === unusual) return undefined;
    throw error;
  }
}

function block(cursor: Cursor, indent: number): unknown {
  return cursor.lines[cursor.next]?.startsWith("- ", indent) === true ? list(cursor, indent) : mapping(cursor, indent);
}

function mapping(cursor: Cursor, indent: number): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  for (let line = entry(cursor, indent); line !== undefined; line = entry(cursor, indent)) {
    const [, name, text] = key.exec(line.slice(indent)) ?? [];
    if (name === undefined || isOdd(name) || Object.hasOwn(result, name)) throw unusual;
    cursor.next++;
    result[name] = text === undefined ? nested(cursor, indent) : readScalar(cursor, text, indent);
  }
  return result;
}

function list(cursor: Cursor, indent: number): readonly unknown[] {
  const result: unknown[] = [];
  for (let line = entry(cursor, indent); line?.startsWith("- ", indent) === true; line = entry(cursor, indent)) {
    const text = line.slice(indent + 2);
    if (key.test(text)) {
      cursor.lines[cursor.next] = " ".repeat(indent + 2) + text;
      result.push(mapping(cursor, indent + 2));
    } else {
      cursor.next++;
      result.push(readScalar(cursor, text, indent));
    }
  }
  return result;
}

/** The next line if it is an entry of the block with this indent; undefined at the block's end. */
function entry({ lines, next }: Cursor, indent: number): string | undefined {
  const line = lines[next];
  if (line === undefined || line === "") return undefined;
  const own = indentOf(line);
  if (own > indent) throw unusual;
  return own === indent ? line : undefined;
}

/** What follows a key alone on its line: a deeper block, a list that is not indented, or nothing. */
function nested(cursor: Cursor, indent: number): unknown {
  const line = cursor.lines[cursor.next] ?? "";
  const own = line === "" ? -1 : indentOf(line);
  if (own > indent) return block(cursor, own);
  return own === indent && line.startsWith("- ", indent) ? list(cursor, indent) : null;
}

/** Keys that YAML reads as something else than their text or refuses, and one that is special to JavaScript. */
function isOdd(name: string): boolean {
  return name === "__proto__" || name.length > 1000 || /^(?:y|n|yes|no|on|off|true|false|null)$/i.test(name);
}
