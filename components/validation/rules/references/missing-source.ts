import { describeObject, type KubernetesObject } from "../../../model/object";
import type { GateEnvironment, PlacedObject } from "../../gate-input";
import { generatedArtifact, isGenerator } from "../../read/artifacts";
import { knownNames } from "../../../model/report/closest";
import { mappingsAt } from "../../read/fields";
import {
  isFluxKustomization,
  isHelmRelease,
  namespaceOf,
  type Reference,
  referenceIn,
  sourceOf,
} from "../../read/flux";
import type { EnvironmentRule, Finding } from "../../rule";

/** A source that does not exist is waited for without end. */
export const missingSource: EnvironmentRule = {
  code: "missing-source",
  scope: "environment",
  about:
    "the source of every Kustomization, HelmRelease and ArtifactGenerator is declared in its own layer or an earlier one",
  check(environment) {
    return environment.objects
      .filter(({ object }) => isFluxKustomization(object) || isHelmRelease(object) || isGenerator(object))
      .flatMap((placed) => check(environment, placed));
  },
};

function check(environment: GateEnvironment, placed: PlacedObject): readonly Finding[] {
  const { object, origin } = placed;
  const sources = sourcesOf(object);
  if (sources.length > 0) return sources.flatMap((source) => checkSource(environment, placed, source));
  const message = "names no chart: set spec.chartRef or spec.chart.spec.sourceRef";
  return isHelmRelease(object) ? [{ path: origin, resource: describeObject(object), message }] : [];
}

function sourcesOf(object: KubernetesObject): readonly Reference[] {
  if (isGenerator(object)) return mappingsAt(object, "spec", "sources").map((entry) => referenceIn(entry, object));
  const source = sourceOf(object);
  return source === undefined ? [] : [source];
}

function checkSource(environment: GateEnvironment, placed: PlacedObject, source: Reference): readonly Finding[] {
  const { object, origin, layer } = placed;
  const finding = (message: string): readonly Finding[] => [
    { path: origin, resource: describeObject(object), message, names: [`${source.kind} ${source.name}`] },
  ];
  if (source.kind === "ExternalArtifact" && isGenerated(environment, source)) return [];
  const found = environment.find(source);
  const where = `${source.kind} ${source.namespace}/${source.name}`;
  if (found.length === 0 && environment.provided(source) === undefined) {
    const known = namesOf(environment, source.kind);
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

function isGenerated({ objects }: GateEnvironment, source: Reference): boolean {
  return (
    generatedArtifact(
      objects.map(({ object }) => object),
      source,
    ) !== undefined
  );
}

function namesOf({ objects }: GateEnvironment, kind: string): readonly string[] {
  const all = objects.map(({ object }) => object);
  const named = (owner: KubernetesObject, name: string): string => `${namespaceOf(owner)}/${name}`;
  if (kind !== "ExternalArtifact")
    return all.filter((object) => object.kind === kind).map((object) => named(object, object.metadata.name));
  return all
    .filter(isGenerator)
    .flatMap((object) => mappingsAt(object, "spec", "artifacts").map(({ name }) => named(object, String(name))));
}
