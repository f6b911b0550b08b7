/** A pattern that somebody else wrote; undefined where it is none, or has a form that JavaScript does not read. */
export function regularExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
