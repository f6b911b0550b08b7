import type { Resources } from "../app";
import type { Environment, Layer } from "../environment";
import type { Overlay } from "../overlay";
import { isSealedSecret } from "../sealed-secret";
import { parseSubstitution, type Reference } from "./envsubst/parse";
import { keepsVariables, type VariableTypes } from "./variables";

/** What Flux would take for variables in some text. */
export interface VariableUse {
  /** Declared variables. */
  readonly variables: ReadonlySet<string>;
  /** Everything else that begins with `${` in texts of one line. */
  readonly strange: readonly string[];
  /** Texts of one line with two dollars that Flux would make one, and that escape no variable. */
  readonly halved: readonly string[];
  /** Whether a text of several lines, such as a script, has `${` or `$$` of its own. */
  readonly script: boolean;
  /** Whether any text has a doubled dollar, which is one where Flux substitutes, and two elsewhere. */
  readonly escapes: boolean;
  /** Whether the object opts out of substitution. */
  readonly optsOut: boolean;
}

/** Two dollars that are not written to keep a variable as text, nor to have two of them: `$$$$`. */
const halving = /(?<!\$)\${2,3}(?![${])/;

/** What a value, whatever its depth, uses of the declared variables. */
export function variableUse(value: unknown, declared: VariableTypes): VariableUse {
  const variables = new Set<string>();
  const strange: string[] = [];
  const halved: string[] = [];
  let [script, escapes] = [false, false];
  for (const text of textsIn(value)) {
    const { own, others } = usesOf(text, declared);
    for (const name of own) variables.add(name);
    escapes ||= text.includes("$$");
    const isHalved = halving.test(text);
    if (text.includes("\n")) script ||= isHalved || others.length > 0;
    else {
      strange.push(...others);
      if (isHalved) halved.push(text);
    }
  }
  return { variables, strange, halved, script, escapes, optsOut: optsOut(value) };
}

/** The declared variables that stand in a text as they are, and all else that Flux would take for one. */
function usesOf(text: string, declared: VariableTypes): { own: readonly string[]; others: readonly string[] } {
  const { parts, fault } = parseSubstitution(text);
  const references = parts.filter((part) => part.kind === "reference");
  const isOwn = ({ name, operator }: Reference): boolean => operator === "" && Object.hasOwn(declared, name);
  return {
    own: references.filter(isOwn).map(({ name }) => name),
    others: [
      ...references.filter((part) => !isOwn(part)).map(({ written }) => written),
      ...(fault === undefined ? [] : [fault.written]),
    ],
  };
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

/** Every text with a dollar, keys of mappings among them. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") {
    if (value.includes("${") || value.includes("$$")) yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* textsIn(item);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield* textsIn(key);
      yield* textsIn(item);
    }
  }
}

/** One object that keeps its variables, or several of which one does. */
function optsOut(value: unknown): boolean {
  return Array.isArray(value) ? value.some(optsOut) : keepsVariables(value);
}
