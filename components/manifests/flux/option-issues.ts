import type { FluxComponent, FluxOptions } from "../../model/cluster-settings";
import type { Issue } from "../../model/issue";

/** Controllers without which nothing is reconciled. */
export const requiredComponents: readonly FluxComponent[] = ["source-controller", "kustomize-controller"];

/** What makes an installation of Flux unable to reconcile this monorepo. */
export function fluxOptionIssues(options: FluxOptions): readonly Issue[] {
  return requiredComponents
    .filter((component) => !options.components.includes(component))
    .map((component) => ({
      code: "missing-flux-component",
      path: "clusters",
      resource: `Deployment flux-system/${component}`,
      message: `The components ${options.components.join(", ")} lack ${component}, without which nothing is reconciled; add it.`,
    }));
}
