/** Characters that a decoder refuses, changes or treats as a line break, and those that an editor does not show. */
const unprintable =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]/;
const unprintableAll = new RegExp(unprintable, "g");
const loneSurrogate = /\p{Surrogate}/u;

/** What plain style cannot hold: an indicator up front, a comment or a mapping inside, blanks at the ends. */
const unsafePlain = /^[\s\-?:,[\]{}#&*!|>'"%@`=<~]|:\s|:$|\s#|\s$/;
const dash = /^--?[A-Za-z]/;

/** Plain text that YAML 1.1 or 1.2 reads as something else than a string; wider than any one decoder. */
const resolves = [
  /^(y|yes|n|no|true|false|on|off|null|\.nan|[-+]?\.inf)?$/i,
  /^[-+]?(0b[01_]+|0o?[0-7_]+|0x[0-9a-f_]+|[0-9][0-9_]*)$/i,
  /^[-+]?(\.[0-9_]*|[0-9][0-9_]*(\.[0-9_]*)?)(e[-+]?[0-9_]+)?$/i,
  /^[-+]?[0-9][0-9_]*(:[0-9]+)+(\.[0-9_]*)?$/,
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}/,
  /^[-+]?0x[0-9a-f_.]*p[-+]?[0-9]+$/i,
];

/** What most strings are: letters, digits and the marks of names and paths, from a letter on; read in one look. */
const word = /^[A-Za-z][A-Za-z0-9_./-]*$/;
const resolvingWord = /^(y|yes|n|no|true|false|on|off|null)$/i;

/** Every character that can start one of `resolves`: other strings need not be matched. */
const mayResolve = /^[-+.0-9ynotfYNOTF]/;

/** Writes a string on one line: plain where every decoder reads it back as that string, else in double quotes. */
export function inlineString(value: string): string {
  return isPlain(value) ? value : quoted(value);
}

/** Writes a number as JSON does; YAML has no form of the others that Kubernetes reads. */
export function number(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`the number ${value} has no YAML form that Kubernetes reads`);
  return JSON.stringify(value);
}

/** Tells whether a literal block gives a string back line for line. */
export function fitsLiteral(value: string): boolean {
  const lastLine = value.slice(value.lastIndexOf("\n") + 1);
  return (
    value.includes("\n") &&
    /[^\s]/.test(value) &&
    !(lastLine !== "" && lastLine.trim() === "") &&
    !unprintable.test(value) &&
    !loneSurrogate.test(value)
  );
}

/** Writes a string as a literal block below a key or dash at `column`; the block starts on that line with `|`. */
export function literal(value: string, column: number): string {
  const indent = " ".repeat(column + 2);
  const indentation = /^[ \t\n]/.test(value) ? "2" : "";
  const chomping = value.endsWith("\n\n") ? "+" : value.endsWith("\n") ? "" : "-";
  const body = value.endsWith("\n") ? value.slice(0, -1) : value;
  const lines = body.split("\n").map((line) => (line === "" ? "" : indent + line));
  return [`|${indentation}${chomping}`, ...lines].join("\n");
}

function isPlain(value: string): boolean {
  if (word.test(value)) return !resolvingWord.test(value);
  if (value.includes("\n") || value.includes("\t") || unprintable.test(value) || loneSurrogate.test(value))
    return false;
  if (unsafePlain.test(value) && !(dash.test(value) && !unsafePlain.test(value.replace(/^-+/, "")))) return false;
  return value !== "" && !(mayResolve.test(value) && (isResolved(value) || isResolved(value.replaceAll("_", ""))));
}

/** Kubernetes' decoder reads a number without its underscores, wherever they stand: `+_2` is 2. */
function isResolved(value: string): boolean {
  return resolves.some((pattern) => pattern.test(value));
}

function quoted(value: string): string {
  if (loneSurrogate.test(value)) {
    throw new Error(`the string ${JSON.stringify(value)} holds half of a surrogate pair, which no encoding can carry`);
  }
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(unprintableAll, escape);
}
