import { describeObject } from "../../../model/object";
import type { GateEnvironment, PlacedObject } from "../../gate-input";
import { knownNames } from "../../read/closest";
import { mappingsAt, stringAt } from "../../read/fields";
import { isFluxKustomization, isHelmRelease, namespaceOf, type Reference, sourceOf } from "../../read/flux";
import type { EnvironmentRule, Finding } from "../../rule";

/** A source that does not exist is waited for without end. */
export const missingSource: EnvironmentRule = {
  code: "missing-source",
  scope: "environment",
  about: "the source of every Kustomization and HelmRelease is declared in its own layer or an earlier one",
  check(environment) {
    return environment.objects
      .filter(({ object }) => isFluxKustomization(object) || isHelmRelease(object))
      .flatMap((placed) => check(environment, placed));
  },
};

function check(environment: GateEnvironment, placed: PlacedObject): readonly Finding[] {
  const { object, origin, layer } = placed;
  const finding = (message: string): readonly Finding[] => [
    { path: origin, resource: describeObject(object), message },
  ];
  const source = sourceOf(object);
  if (source === undefined)
    return isHelmRelease(object) ? finding("names no chart: set spec.chartRef or spec.chart.spec.sourceRef") : [];
  if (source.kind === "ExternalArtifact" && generates(environment, source)) return [];
  const found = environment.find(source);
  const where = `${source.kind} ${source.namespace}/${source.name}`;
  if (found.length === 0 && !environment.isProvided(source)) {
    const known = environment.objects
      .filter(({ object: { kind } }) => kind === source.kind)
      .map(({ object: other }) => `${namespaceOf(other)}/${other.metadata.name}`);
    return finding(
      `takes its source from ${where}, which no layer declares; known: ${knownNames(known, `${source.namespace}/${source.name}`)}`,
    );
  }
  const reach = environment.reach(layer);
  const late = found.find((other) => !reach.has(other.layer.key));
  if (late === undefined || found.some((other) => reach.has(other.layer.key))) return [];
  return finding(
    `takes its source from ${where} of layer ${late.layer.name} (${late.origin}), which is not applied before layer ${layer.name}; add it to dependsOn, or move the source`,
  );
}

function generates({ objects }: GateEnvironment, { name }: Reference): boolean {
  return objects.some(
    ({ object }) =>
      object.kind === "ArtifactGenerator" &&
      mappingsAt(object, "spec", "artifacts").some((artifact) => stringAt(artifact, "name") === name),
  );
}
