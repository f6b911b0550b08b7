import type { Environment, Layer } from "../../model/environment";
import type { KubernetesObject } from "../../model/object";
import { clusterPath, rootName } from "./names";
import { layerPath } from "./layer-kustomizations";

/** Kinds that charts and images of charts are fetched from. */
const chartSources: readonly string[] = ["HelmRepository", "OCIRepository", "HelmChart", "Bucket"];

/** A Mermaid flowchart of an environment: its source, the Kustomizations in the order they become ready, and the chart sources they bring. */
export function environmentGraph(environment: Environment, source = `GitRepository ${rootName}`): string {
  const { name, layers } = environment;
  const lines = [
    `git[("${source}")] --> root["flux-system<br/>${clusterPath(name)}"]`,
    ...layers.map((layer) => `root --> ${nodeId(layer)}["${layer.name}<br/>${layerPath(layer, environment)}"]`),
    ...layers.flatMap((layer) => layer.dependsOn.map((needed) => `${nodeId(needed)} ==> |then| ${nodeId(layer)}`)),
    ...layers.flatMap((layer) =>
      sourcesOf(layer).map(
        (source) =>
          `${nodeId(layer)} -.- ${nodeId(layer)}-${source.metadata.name}[("${source.kind} ${source.metadata.name}")]`,
      ),
    ),
  ];
  return ["flowchart LR", ...lines.map((line) => `  ${line}`)].join("\n");
}

/** The chart sources among a layer's objects. */
export function sourcesOf(layer: Layer): readonly KubernetesObject[] {
  const objects = layer.overlays.flatMap(({ app, add }) => [...Object.values(app.resources), ...Object.values(add)]);
  return objects.filter(isChartSource);
}

function isChartSource(object: object): object is KubernetesObject {
  return "kind" in object && typeof object.kind === "string" && chartSources.includes(object.kind);
}

/** Mermaid reads a bare `end` as its own keyword, so every node has a prefix. */
function nodeId(layer: Layer): string {
  return `layer-${layer.name}`;
}
