/**
 * The fields that make one object equal another, as a TypeScript literal to merge into it; undefined where nothing differs.
 * A list that differs stands whole: keep of it what you mean. A field that is gone is null.
 */
export function editAsCode(ours: unknown, theirs: unknown): string | undefined {
  const edit = difference(ours, theirs);
  return edit === undefined ? undefined : literal(edit, "");
}

function difference(ours: unknown, theirs: unknown): unknown {
  if (!isRecord(ours) || !isRecord(theirs)) return JSON.stringify(ours) === JSON.stringify(theirs) ? undefined : theirs;
  const fields = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].flatMap((key) => {
    const edit = key in theirs ? difference(ours[key], theirs[key]) : null;
    return edit === undefined ? [] : [[key, edit] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function literal(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => `${inner}${literal(item, inner)},\n`).join("")}${indent}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const only = entries.length === 1 ? entries[0] : undefined;
  if (only !== undefined && !(typeof only[1] === "object" && only[1] !== null))
    return `{ ${name(only[0])}: ${literal(only[1], indent)} }`;
  return `{\n${entries.map(([key, field]) => `${inner}${name(key)}: ${literal(field, inner)},\n`).join("")}${indent}}`;
}

function name(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
