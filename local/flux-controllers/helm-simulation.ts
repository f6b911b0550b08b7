import type { ApiClient } from "../control-plane/api-client";
import { applyStage, removeStage, stageNames } from "../control-plane/simulation";

/** Stands in for helm-controller exactly while its Deployment has replicas. */
export interface HelmSimulation {
  reconcile(runs: boolean): Promise<void>;
}

const set = "helm-controller";

/** Applies or removes the Stages by which kwok plays helm-controller; what fails is tried again at the next look. */
export function simulateHelmController(client: ApiClient, log: (line: string) => void): HelmSimulation {
  let applied: boolean | undefined;
  return {
    reconcile: async (runs) => {
      if (applied === runs) return;
      try {
        for (const name of stageNames(set)) await (runs ? applyStage(client, set, name) : removeStage(client, name));
        applied = runs;
        if (runs) log("helm-controller is simulated: HelmReleases become ready without a chart");
      } catch (error) {
        log(
          `the simulation of helm-controller was not changed: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
  };
}
