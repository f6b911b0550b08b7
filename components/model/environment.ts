import type { Layer } from "./layer";
import { isSealedSecret } from "./sealed-secret";

/** Everything that one cluster runs. */
export interface Environment {
  readonly name: string;
  /** Version of the Flux distribution, with its leading `v`: `v2.9.5`. */
  readonly fluxVersion: string;
  /** Public age recipients (`age1…`) that this environment's sealed files are encrypted for. */
  readonly ageRecipients: readonly string[];
  readonly layers: readonly Layer[];
}

/** The whole model: every environment by its name. */
export interface MonorepoModel {
  readonly environments: Readonly<Record<string, Environment>>;
}

/** Configuration keys that the sealed secrets of an environment name, sorted. */
export function secretKeysOf(environment: Environment): readonly string[] {
  const added = environment.layers.flatMap(({ overlays }) => overlays.flatMap(({ add }) => Object.values(add)));
  const keys = added
    .filter(isSealedSecret)
    .flatMap(({ stringData }) => Object.values(stringData).map((value) => value.secretKey));
  return [...new Set(keys)].sort();
}
