import { quoteVariable, type VariableTypes } from "../../model/flux/variables";

/** Characters that no number, boolean, date or null has: a text with one of them is text whatever a variable's value is. */
const decisive = /[^0-9abcdefilnorstuxyz+\-._:~]/i;

const reference = /(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const quote = `\${${quoteVariable}}`;

/**
 * A value with double quotes, as Flux's documentation has it, around each text that would be a number or a boolean for some value of its
 * variables: Flux puts values into YAML, where 010 is another thing than "010".
 */
export function quoted<T>(value: T, declared: VariableTypes): T {
  return rewritten(value, declared) as T;
}

function rewritten(value: unknown, declared: VariableTypes): unknown {
  if (typeof value === "string") return quotedText(value, declared);
  if (Array.isArray(value)) return value.map((item) => rewritten(item, declared));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewritten(item, declared)]));
}

function quotedText(text: string, declared: VariableTypes): string {
  if (!text.includes("${")) return text;
  const rest = text.replace(reference, (whole, name: string) => (Object.hasOwn(declared, name) ? "" : whole));
  return rest !== text && !decisive.test(rest) ? `${quote}${text}${quote}` : text;
}
