/** One fault of an object against the schema of its kind. */
export interface SchemaFault {
  /** `spec.template.spec.containers[0].imagee`. */
  readonly field: string;
  /** What is wrong with it, with its value or the remedy. */
  readonly problem: string;
}

/** `/spec/ports/0/name` → `spec.ports[0].name`. */
export function fieldPath(pointer: string): string {
  const parts = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`),
    "",
  );
}

/** What is said of a field that the schema does not have. */
export const unknownField = "is no field of this kind; check its spelling and its indentation";
