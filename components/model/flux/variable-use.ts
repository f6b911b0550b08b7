import type { Resources } from "../app";
import type { Environment, Layer } from "../environment";
import type { Overlay } from "../overlay";
import { isSealedSecret } from "../sealed-secret";
import { substituteAnnotation, type VariableTypes } from "./variables";

/** What Flux would take for variables in some text. */
export interface VariableUse {
  /** Declared variables. */
  readonly variables: ReadonlySet<string>;
  /** Everything else that begins with `${` in texts of one line. */
  readonly strange: readonly string[];
  /** Whether a text of several lines, such as a script, has `${` of its own. */
  readonly script: boolean;
  /** Whether the object opts out of substitution. */
  readonly optsOut: boolean;
}

const opening = /(?<!\$)\$\{([^}]*)\}?/g;

/** What a value, whatever its depth, uses of the declared variables. */
export function variableUse(value: unknown, declared: VariableTypes): VariableUse {
  const variables = new Set<string>();
  const strange: string[] = [];
  let script = false;
  for (const text of textsIn(value)) {
    for (const [whole, name = ""] of text.matchAll(opening)) {
      if (Object.hasOwn(declared, name) && whole === `\${${name}}`) variables.add(name);
      else if (text.includes("\n")) script = true;
      else strange.push(whole);
    }
  }
  return { variables, strange, script, optsOut: optsOut(value) };
}

/** Everything that an overlay says of one object of its app, or of one that it adds. */
export function partsOf({ app, patches, jsonPatches, add }: Overlay): Readonly<Record<string, readonly unknown[]>> {
  const resources: Resources = app.resources;
  const parts: Record<string, readonly unknown[]> = {};
  for (const [key, object] of Object.entries(resources))
    parts[key] = [object, patches[key] ?? {}, jsonPatches[key] ?? []];
  for (const [key, object] of Object.entries(add)) if (!isSealedSecret(object)) parts[`add.${key}`] = [object];
  return parts;
}

/** The declared variables that a layer uses; Flux substitutes in a layer that uses any. */
export function variablesOfLayer(layer: Layer, declared: VariableTypes = {}): ReadonlySet<string> {
  if (Object.keys(declared).length === 0) return new Set();
  const values = layer.overlays.flatMap((overlay) => Object.values(partsOf(overlay)));
  return variableUse(values, declared).variables;
}

/** The declared variables that an environment uses, sorted: those that its stack gives values of. */
export function variablesOf({ layers, variables }: Environment): readonly string[] {
  return [...new Set(layers.flatMap((layer) => [...variablesOfLayer(layer, variables)]))].sort();
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") {
    if (value.includes("${")) yield value;
  } else if (typeof value === "object" && value !== null) for (const item of Object.values(value)) yield* textsIn(item);
}

function optsOut(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(optsOut);
  if (typeof value !== "object" || value === null || !("metadata" in value)) return false;
  const { metadata } = value;
  if (typeof metadata !== "object" || metadata === null || !("annotations" in metadata)) return false;
  const { annotations } = metadata;
  return (
    typeof annotations === "object" &&
    annotations !== null &&
    new Map(Object.entries(annotations)).get(substituteAnnotation) === "disabled"
  );
}
