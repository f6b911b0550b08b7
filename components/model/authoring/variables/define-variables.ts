import type { VariableTypes } from "../../flux/variables";

/** Holds the types of declared variables beside the references to them. */
const declared = Symbol("declared");

/** References to variables by name: texts that Flux replaces by the value. */
export type Variables<T extends VariableTypes = VariableTypes> = {
  readonly [Name in keyof T & string]: `\${${Name}}`;
} & { readonly [declared]: T };

/**
 * Declares the variables whose values only the cluster's own resources know. An object uses one in a text, whole or as a part:
 * `variables.publicAddress`, `` `https://${variables.publicHost}/` ``.
 */
export function defineVariables<const T extends VariableTypes>(types: T): Variables<T> {
  const references = Object.fromEntries(Object.keys(types).map((name) => [name, `\${${name}}`]));
  return Object.assign(references as { readonly [Name in keyof T & string]: `\${${Name}}` }, { [declared]: types });
}

/** The types of declared variables. */
export function typesOf(variables: Variables): VariableTypes {
  return variables[declared];
}
