/** One credential that must show up nowhere, with every form in which it could. */
export interface Canary {
  readonly kind: string;
  readonly forms: readonly Buffer[];
}

/** A credential of one line. */
export function canary(kind: string, value: string): Canary {
  return { kind, forms: formsOf(value) };
}

/** A key of several lines, of which a single one gives it away. */
export function armoredCanary(kind: string, text: string): Canary {
  const lines = text.split("\n").filter((line) => line.length > 40 && !line.startsWith("-----"));
  // OpenSSH begins with a line that is the same for all keys.
  const own = text.includes("OPENSSH") ? lines.slice(1) : lines;
  if (own.length === 0) throw new Error(`the ${kind} has no line to look for`);
  // The first and the last will do: logs are long.
  const told = new Set([own[0] ?? "", own.at(-1) ?? ""]);
  return { kind, forms: [...told].flatMap(formsOf) };
}

/** As it is, in hexadecimal, and in Base64 wherever in the encoded text it begins. */
function formsOf(value: string): readonly Buffer[] {
  const bytes = Buffer.from(value);
  const encoded = [0, 1, 2].flatMap((offset) => {
    const base64 = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    // What its neighbours share with it is cut off at both ends.
    const own = base64.slice(Math.ceil((offset * 8) / 6), -1);
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [...new Set([value, bytes.toString("hex"), ...encoded])].map((form) => Buffer.from(form));
}

/** The kinds of the credentials that a text or a file holds. */
export function found(canaries: readonly Canary[], content: Buffer | string): readonly string[] {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return canaries.filter(({ forms }) => forms.some((form) => bytes.includes(form))).map(({ kind }) => kind);
}
