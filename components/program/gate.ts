import type { BuildOptions } from "../kustomize/build-folders";
import type { MonorepoModel } from "../model/environment";
import type { Issue } from "../model/issue";
import type { LeftOut } from "../model/report/left-out";
import type { ProvidedObject } from "../validation/gate-input";
import { providedVariables } from "../validation/provided";
import { judge } from "../validation/judge";
import type { StackConfig } from "../../stacks/config";
import { allowances, rules } from "../../stacks/rules";
import type { PlannedRun } from "./repository";

/** What the gate of a run looks at. */
export interface GateRun {
  readonly config: StackConfig;
  readonly model: MonorepoModel;
  readonly planned: Pick<PlannedRun, "texts" | "pending">;
  readonly build: BuildOptions;
  /** What the tree lacks because the model is faulty there. @default nothing */
  readonly leftOut?: readonly LeftOut[];
}

/** Judges the tree as it would be after the commit; an environment's run answers for itself and for what all share. */
export function judgeRun({ config, model, planned, build, leftOut = [] }: GateRun): Promise<readonly Issue[]> {
  return judge({
    environment: config.environment,
    environments: Object.keys(model.environments),
    tree: planned.texts,
    build,
    rules,
    allowances,
    leftOut,
    provided: [...plantedSecrets(config), ...unsealedSecrets(planned), ...providedVariables(model)],
  });
}

/** Secrets that the update itself puts beside the controllers. */
function plantedSecrets({ environment, cluster, ageIdentities }: StackConfig): readonly ProvidedObject[] {
  const identity = ageIdentities.length === 0 ? undefined : cluster.decryptionSecret;
  const names = [cluster.source.secretName, cluster.follows?.secretName, cluster.receiverSecret, identity];
  return names.flatMap((name) =>
    name === undefined ? [] : [{ kind: "Secret", namespace: "flux-system", name, environment }],
  );
}

/** Secrets that the run of another environment has yet to seal; until then its cluster runs what it ran before. */
function unsealedSecrets({ pending }: Pick<PlannedRun, "pending">): readonly ProvidedObject[] {
  return [...pending.values()].map(({ environment, secret }) => ({
    kind: "Secret",
    namespace: secret.namespace ?? "default",
    name: secret.name,
    environment,
  }));
}
