import type { Environment, Layer } from "../../environment";
import type { Issue } from "../../issue";
import { isDuration } from "../../duration";
import { isLabel, listNames } from "../names";
import { isRepositoryFolder } from "../repository-path";

/** What is wrong with the layers of one environment: names, folders, durations and what they depend on. */
export function layerIssues(environment: Environment): readonly Issue[] {
  const { layers } = environment;
  const found: Issue[] = [];
  for (const [index, layer] of layers.entries()) {
    const report: Report = (code, message) => found.push({ code, ...placeOf(environment, layer), message });
    const earlier = layers.slice(0, index);
    reportName(layer, earlier, report);
    reportFolder(layer, earlier, report);
    reportDurations(layer, report);
    reportDependencies(layer, layers, report);
  }
  const cycle = findCycle(layers);
  const [first] = cycle;
  if (first !== undefined) {
    const path = cycle.map(({ name }) => name).join(" → ");
    const message = `the layers depend on each other in a circle: ${path}. Take one dependsOn away.`;
    found.push({ code: "layer-cycle", ...placeOf(environment, first), message });
  }
  return found;
}

/** The first circle of dependsOn, begun and ended by the same layer; empty when there is none. */
export function findCycle(layers: readonly Layer[]): readonly Layer[] {
  const done = new Set<Layer>();
  const visit = (layer: Layer, path: readonly Layer[]): readonly Layer[] => {
    const start = path.indexOf(layer);
    if (start >= 0) return [...path.slice(start), layer];
    if (done.has(layer)) return [];
    for (const next of layer.dependsOn) {
      const cycle = visit(next, [...path, layer]);
      if (cycle.length > 0) return cycle;
    }
    done.add(layer);
    return [];
  };
  for (const layer of layers) {
    const cycle = visit(layer, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

type Report = (code: string, message: string) => void;

function reportName({ name }: Layer, earlier: readonly Layer[], report: Report): void {
  if (!isLabel(name)) {
    report("malformed-name", `"${name}" is no name of a layer: lower-case letters, digits and dashes, at most 63.`);
  }
  if (name === "flux-system") {
    report("reserved-name", "the name flux-system is that of the root Kustomization. Name the layer differently.");
  }
  if (earlier.some((other) => other.name === name)) {
    report("duplicate-layer", `two layers are named "${name}". Name one of them differently.`);
  }
}

function reportFolder(layer: Layer, earlier: readonly Layer[], report: Report): void {
  const { folder } = layer;
  if (!isRepositoryFolder(folder)) {
    report(
      "malformed-folder",
      `"${folder}" is no folder for a layer: a relative path of lower-case names such as monitoring/controllers, outside clusters/.`,
    );
  }
  const other = earlier.find(
    (candidate) => `${candidate.folder}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${candidate.folder}/`),
  );
  if (other !== undefined && other.name !== layer.name) {
    report(
      "shared-folder",
      `the folder ${folder} and ${other.folder} of layer "${other.name}" hold each other. Give each layer a folder of its own.`,
    );
  }
}

function reportDurations(layer: Layer, report: Report): void {
  for (const field of ["interval", "retryInterval", "timeout"] as const) {
    const value: string = layer[field];
    if (!isDuration(value))
      report("malformed-duration", `${field} is "${value}". Write a duration such as 30s, 10m or 1h30m.`);
  }
}

function reportDependencies(layer: Layer, layers: readonly Layer[], report: Report): void {
  for (const needed of layer.dependsOn) {
    if (layers.includes(needed)) continue;
    report(
      "unknown-layer",
      `depends on "${needed.name}", which is no layer of this environment. Known: ${listNames(layers.map(({ name }) => name))}.`,
    );
  }
}

function placeOf(environment: Environment, layer: Layer): { readonly path: string; readonly resource: string } {
  const file = layer.folder.split("/")[0] ?? layer.folder;
  return { path: `clusters/${environment.name}/${file}.yaml`, resource: `Kustomization ${layer.name}` };
}
