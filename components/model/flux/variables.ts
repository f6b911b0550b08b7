import { fieldsOf } from "../object";

/** What the value of a cluster variable looks like. */
export const variableTypes = ["text", "number", "boolean", "ip", "hostname", "url"] as const;

export type VariableType = (typeof variableTypes)[number];

/** The declared variables: values that only the cluster's own resources know, put in by Flux when it applies a layer. */
export type VariableTypes = Readonly<Record<string, VariableType>>;

/** ConfigMap in `flux-system` that holds an environment's values, and that layers substitute from. */
export const variablesObject = "cluster-variables";

/** A variable of every layer that substitutes: a double quote, so that a value such as 010 stays text. Upstream: "post build substitution of numbers". */
export const quoteVariable = "quote";

/** Annotation that keeps Flux from substituting in one object. */
export const substituteAnnotation = "kustomize.toolkit.fluxcd.io/substitute";

/** Whether an object keeps Flux from putting variables in: by annotation or, as Flux has it too, by label. */
export function keepsVariables(object: unknown): boolean {
  const metadata = fieldsOf(fieldsOf(object)?.["metadata"]);
  return ["annotations", "labels"].some((field) => fieldsOf(metadata?.[field])?.[substituteAnnotation] === "disabled");
}
