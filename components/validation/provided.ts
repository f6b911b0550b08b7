import type { MonorepoModel } from "../model/environment";
import { variablesOf } from "../model/flux/variable-use";
import { variablesObject } from "../model/flux/variables";
import type { ProvidedObject } from "./gate-input";
import { fluxNamespace } from "./read/flux";

/** The ConfigMaps with the values of cluster variables, which each environment's own update writes. */
export function providedVariables({ environments }: MonorepoModel): readonly ProvidedObject[] {
  return Object.values(environments).map((environment) => ({
    kind: "ConfigMap",
    namespace: fluxNamespace,
    name: variablesObject,
    environment: environment.name,
    keys: variablesOf(environment),
  }));
}
