/** Reads a scalar of one line, quoted or not, by all of YAML's rules; undefined where it breaks one. */
export type ScalarReader = (text: string) => unknown;

/** Where in a document the reader stands. */
export interface Cursor {
  readonly lines: string[];
  next: number;
  readonly scalar: ScalarReader;
}

/** Thrown where a document is not of the plain form. */
export const unusual = new Error("not plain YAML");

/** Number of spaces that a line begins with. */
export function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 32) indent++;
  return indent;
}
