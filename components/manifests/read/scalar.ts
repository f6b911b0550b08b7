import { type Cursor, indentOf, unusual } from "./cursor";

export type { ScalarReader } from "./cursor";

/** Text whatever it spells, unless it is one of the words. */
const text = /^[A-Za-z_/][\w./@=+-]*(?:[ :][\w./@=+-]+)*$/;
const word = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
const integer = /^(?:0|-?[1-9][0-9]{0,14})$/;
const simplyQuoted = /^(?:"[^"\\]*"|'[^']*')$/;
const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')$/;
const bare = /^[A-Za-z0-9~+.<=_/-][^#]*$/;

/** The value that stands behind a key or a dash; `indent` is that of its line. */
export function readScalar(cursor: Cursor, written: string, indent: number): unknown {
  if (text.test(written) && !word.test(written)) return written;
  if (integer.test(written)) return Number(written);
  if (simplyQuoted.test(written)) return written.slice(1, -1);
  switch (written) {
    case "|":
      return literal(cursor, indent) + "\n";
    case "|-":
      return literal(cursor, indent);
    case "{}":
      return {};
    case "[]":
      return [];
    default:
      return resolved(cursor, written);
  }
}

/** Numbers in all their forms, words such as `yes`, text with escapes. */
function resolved({ scalar }: Cursor, written: string): unknown {
  const single = quoted.test(written) || (bare.test(written) && !/:( |$)|^[-<] | $/.test(written));
  const value = single && written !== "-" && written !== "<<" ? scalar(written) : undefined;
  if (value === undefined) throw unusual;
  return value;
}

function literal(cursor: Cursor, indent: number): string {
  const { lines, next: first } = cursor;
  const inner = indentOf(lines[first] ?? "");
  if (inner <= indent) throw unusual;
  let end = first;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? "";
    if (line === "") continue;
    const own = indentOf(line);
    if (own === line.length || (own < inner && own > indent)) throw unusual;
    if (own < inner) break;
  }
  let last = end;
  while (lines[last - 1] === "") last--;
  // Without a line break at its end, the text says less than the form does.
  if (last === lines.length) throw unusual;
  cursor.next = last;
  return lines
    .slice(first, last)
    .map((line) => line.slice(inner))
    .join("\n");
}
