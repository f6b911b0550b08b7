import { fluxNamespace } from "../cluster/names";

/** Labels that every object of an installation carries; a controller's pods carry them too. */
export function installLabels(version: string): Readonly<Record<string, string>> {
  return {
    "app.kubernetes.io/instance": fluxNamespace,
    "app.kubernetes.io/part-of": "flux",
    "app.kubernetes.io/version": version,
  };
}
