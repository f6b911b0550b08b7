import { isMapping } from "../../kustomize/tree/parse";
import type { KubernetesObject } from "../../model/object";
import { at, mappingAt, stringAt } from "../../validation/read/fields";
import type { Draft, DraftOverlay } from "../draft/draft";
import { code, type Code, member } from "./expression";
import { keyUses } from "./names";

/** A chart that versions files name. */
interface VersionedChart {
  readonly key: string;
  /** What Renovate looks versions up by. */
  readonly comment: string;
  /** Environment → its version. */
  readonly versions: Map<string, string>;
}

/** Finds what a release or an artifact of a chart says about its version. */
export interface ChartVersions {
  /** Keys that the code written so far names, of one environment or of any. */
  readonly keys: (environment?: string) => readonly string[];
  /** The fields that an object takes from the versions file, as a patch; undefined where it names no version of its own. */
  readonly fieldsOf: (environment: string, object: KubernetesObject) => VersionFields | undefined;
  /** The entries of an environment's versions file. */
  readonly entries: (environment: string) => string;
}

/** A part of `spec` with the version of a chart in it. */
export type VersionFields = Readonly<Record<string, unknown>>;

/** What versions files take for the version of a chart. */
const exact = /^v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** Gathers the charts of all overlays, one key for each chart and version that go together; ranges stay where they are. */
export function chartVersions({ environments }: Draft): ChartVersions {
  const all = environments.flatMap(({ layers }) =>
    layers.flatMap(({ overlays }) => overlays.flatMap((overlay) => builtObjects(overlay))),
  );
  const charts: VersionedChart[] = [];
  for (const { name: environment, layers } of environments)
    for (const { overlays } of layers)
      for (const overlay of overlays)
        for (const object of builtObjects(overlay))
          register(charts, environment, { object, app: overlay.app.name, all });
  const uses = keyUses();
  const fieldsOf: ChartVersions["fieldsOf"] = (environment, object) => {
    const chart = chartOf(object, all);
    const found = charts.find(
      ({ comment, versions }) => comment === chart?.comment && versions.get(environment) === chart.version,
    );
    uses.noted(environment, found?.key);
    return found === undefined ? undefined : fields(object, code(`${member("versions.charts", found.key)}.version`));
  };
  const keys: ChartVersions["keys"] = (environment) =>
    charts.map(({ key }) => key).filter((key) => uses.has(key, environment));
  return {
    keys,
    fieldsOf,
    entries: (environment) =>
      charts
        .filter(({ key }) => uses.has(key, environment))
        .map((chart) => entry(chart, environment))
        .join(""),
  };
}

/** Objects of an overlay with what its patches say of charts. */
function builtObjects({ app, add, patches }: DraftOverlay): readonly KubernetesObject[] {
  const based = Object.entries(app.resources).map(([key, object]) => withVersion(object, patches[key] ?? {}));
  return [...based, ...Object.values(add)];
}

/** An object with the version that a patch gives it. */
export function withVersion(object: KubernetesObject, patch: object): KubernetesObject {
  const version = stringAt(patch, "spec", "chart", "spec", "version");
  const tag = stringAt(patch, "spec", "ref", "tag");
  if (version === undefined && tag === undefined) return object;
  const given = version === undefined ? { ref: { tag } } : { chart: { spec: { version } } };
  return { ...object, spec: merged(mappingAt(object, "spec"), given) } as KubernetesObject;
}

/** An object without the version of its chart. */
export function withoutVersion(object: KubernetesObject): KubernetesObject {
  if (object.kind === "OCIRepository") return without(object, ["spec", "ref", "tag"]) as KubernetesObject;
  return without(object, ["spec", "chart", "spec", "version"]) as KubernetesObject;
}

/** A field that holds nothing else goes with it. */
function without(value: unknown, [first = "", ...rest]: readonly string[]): unknown {
  if (!isMapping(value) || !(first in value)) return value;
  const left = rest.length === 0 ? undefined : without(value[first], rest);
  const others = Object.entries(value).filter(([key]) => key !== first);
  const gone = left === undefined || (isMapping(left) && Object.keys(left).length === 0);
  return Object.fromEntries(gone ? others : Object.entries({ ...value, [first]: left }));
}

/** Plain mappings put into each other. */
export function merged(base: unknown, more: unknown): unknown {
  if (!isMapping(base) || !isMapping(more) || Object.getOwnPropertySymbols(more).length > 0) return more ?? base;
  const keys = [...new Set([...Object.keys(base), ...Object.keys(more)])];
  return Object.fromEntries(keys.map((key) => [key, merged(base[key], more[key])]));
}

interface Chart {
  readonly name: string;
  readonly comment: string;
  readonly version: string;
}

function chartOf(object: KubernetesObject, all: readonly KubernetesObject[]): Chart | undefined {
  if (object.kind === "OCIRepository") return artifactOf(object);
  const name = stringAt(object, "spec", "chart", "spec", "chart");
  const version = stringAt(object, "spec", "chart", "spec", "version") ?? "";
  if (object.kind !== "HelmRelease" || name === undefined || !exact.test(version)) return undefined;
  const source = mappingAt(object, "spec", "chart", "spec", "sourceRef");
  const repository = all.find(({ kind, metadata }) => kind === source.kind && metadata.name === source.name);
  const url = stringAt(repository, "spec", "url");
  if (source.kind !== "HelmRepository" || url === undefined) return undefined;
  const comment = url.startsWith("oci://")
    ? `datasource=docker depName=${withoutScheme(url)}/${name}`
    : `datasource=helm depName=${name} registryUrl=${url}`;
  return { name, comment, version };
}

function artifactOf(object: KubernetesObject): Chart | undefined {
  const url = stringAt(object, "spec", "url");
  const version = stringAt(object, "spec", "ref", "tag") ?? "";
  const others = ["digest", "semver"].some((field) => at(object, "spec", "ref", field) !== undefined);
  if (url === undefined || others || !exact.test(version)) return undefined;
  return {
    name: url.split("/").at(-1) ?? object.metadata.name,
    comment: `datasource=docker depName=${withoutScheme(url)}`,
    version,
  };
}

function fields(object: KubernetesObject, version: Code): VersionFields {
  return object.kind === "OCIRepository" ? { ref: { tag: version } } : { chart: { spec: { version } } };
}

interface Use {
  readonly object: KubernetesObject;
  readonly app: string;
  readonly all: readonly KubernetesObject[];
}

function register(charts: VersionedChart[], environment: string, { object, app, all }: Use): void {
  const chart = chartOf(object, all);
  if (chart === undefined) return;
  const { name, comment, version } = chart;
  const open = charts.find(
    (candidate) =>
      candidate.comment === comment &&
      (candidate.versions.get(environment) === undefined || candidate.versions.get(environment) === version),
  );
  if (open !== undefined) open.versions.set(environment, version);
  else {
    const wanted = [name, `${app}-${name}`, `${app}-${name}-${charts.length}`].map((key) =>
      key.replaceAll(/[^A-Za-z0-9-]/g, "-"),
    );
    const key = wanted.find((candidate) => !charts.some((other) => other.key === candidate)) ?? name;
    charts.push({ key, comment, versions: new Map([[environment, version]]) });
  }
}

function entry({ key, comment, versions }: VersionedChart, environment: string): string {
  const version = versions.get(environment) ?? "";
  return `  # renovate: ${comment}\n  ${key}:\n    version: ${JSON.stringify(version)}\n`;
}

function withoutScheme(url: string): string {
  return url.replace(/^oci:\/\//, "").replace(/\/$/, "");
}
