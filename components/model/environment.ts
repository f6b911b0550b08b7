import type { Duration } from "./duration";
import type { ControllerChanges } from "./flux/controllers";
import type { KustomizationFields } from "./flux/kustomization-fields";
import type { ProgramSource } from "./flux/program-source";
import type { VariableTypes } from "./flux/variables";
import type { Overlay } from "./overlay";
import { isSealedSecret } from "./sealed-secret";

/** A part of an environment that Flux applies and prunes as a whole: one Kustomization of `clusters/<env>/`. */
export interface Layer {
  /** `metadata.name` of the Kustomization: `monitoring-controllers`. */
  readonly name: string;
  /** Folder of its bases and overlays: `monitoring/controllers`. Its first segment names the file in `clusters/<env>/`. */
  readonly folder: string;
  readonly overlays: readonly Overlay[];
  readonly dependsOn: readonly Layer[];
  /** `spec.interval`. @default 1h */
  readonly interval: Duration;
  /** `spec.retryInterval`. @default 1m */
  readonly retryInterval: Duration;
  /** `spec.timeout`. @default 5m */
  readonly timeout: Duration;
  /** `spec.prune`. @default true */
  readonly prune: boolean;
  /** `spec.wait`; a layer that another depends on always waits. @default false */
  readonly wait: boolean;
  /** Further fields of `spec`; they win over what follows from the layer. @default {} */
  readonly spec?: KustomizationFields;
}

/** Everything that one cluster runs. */
export interface Environment {
  readonly name: string;
  /** Version of the Flux distribution, with its leading `v`: `v2.9.5`. */
  readonly fluxVersion: string;
  /** Public age recipients (`age1…`) that this environment's sealed files are encrypted for. */
  readonly ageRecipients: readonly string[];
  /** What this environment changes in Flux's own Deployments. @default {} */
  readonly controllers?: ControllerChanges;
  /** The variables that its layers may use; `defineMonorepo` gives every environment the same. @default {} */
  readonly variables?: VariableTypes;
  readonly layers: readonly Layer[];
}

/** The whole model: every environment by its name. */
export interface MonorepoModel {
  readonly environments: Readonly<Record<string, Environment>>;
  /** Where the monorepo's own workflow finds the gate. @default the monorepo has no workflow */
  readonly program?: ProgramSource;
  /** Path in the monorepo → text of a file that is rendered as it is; those of `clusters/<env>/` with that environment. @default {} */
  readonly rawFiles?: Readonly<Record<string, string>>;
}

/** Configuration keys that the sealed secrets of an environment name, sorted. */
export function secretKeysOf(environment: Environment): readonly string[] {
  const added = environment.layers.flatMap(({ overlays }) => overlays.flatMap(({ add }) => Object.values(add)));
  const keys = added
    .filter(isSealedSecret)
    .flatMap(({ stringData }) => Object.values(stringData).map((value) => value.secretKey));
  return [...new Set(keys)].sort();
}
