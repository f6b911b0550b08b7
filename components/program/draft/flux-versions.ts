import type { Environment, MonorepoModel } from "../../model/environment";
import type { Issue } from "../../model/issue";
import { fluxVersions, nearestFluxVersion } from "../../../tools/flux-release";

/** A model whose environments all have Flux versions that this program can install, and what had to be replaced for that. */
export interface KnownFlux {
  readonly model: MonorepoModel;
  readonly issues: readonly Issue[];
}

/** Tells unknown Flux versions where they are written, and goes on with the nearest known ones. */
export function withKnownFlux(model: MonorepoModel): KnownFlux {
  const unknown = Object.values(model.environments).filter(({ fluxVersion }) => !fluxVersions.includes(fluxVersion));
  if (unknown.length === 0) return { model, issues: [] };
  const replaced = unknown.map((environment): readonly [string, Environment] => [
    environment.name,
    { ...environment, fluxVersion: nearestFluxVersion(environment.fluxVersion) },
  ]);
  return {
    model: { ...model, environments: { ...model.environments, ...Object.fromEntries(replaced) } },
    // One that cannot be read is told as such already.
    issues: unknown.filter(({ fluxVersion }) => fluxVersion !== "").map(unknownVersion),
  };
}

function unknownVersion({ name, fluxVersion }: Environment): Issue {
  return {
    code: "unknown-flux-version",
    path: `stacks/${name}.versions.yaml`,
    resource: "flux",
    message: `${name} asks for Flux ${fluxVersion}, which this program does not know; the nearest is ${nearestFluxVersion(fluxVersion)}. Known: ${fluxVersions.join(", ")}. A newer release comes with a newer version of this program, or by its digest in tools/flux/releases.json.`,
  };
}
