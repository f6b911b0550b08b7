import type { Layer } from "../../model/environment";
import type { SourceLayer } from "../read/source";

/** How Flux would apply a layer otherwise than the repository has it; each with the reason where it is meant. */
export function settingDifferences(source: SourceLayer, layer: Layer, needed: boolean): readonly string[] {
  const { interval = "1h", retryInterval, timeout, prune, wait, dependsOn } = source;
  const own = layer.dependsOn.map(({ name }) => name);
  const lost = dependsOn.filter((name) => !own.includes(name));
  return [
    ...(interval === layer.interval ? [] : [`interval ${interval} is ${layer.interval}`]),
    ...((retryInterval ?? layer.retryInterval) === layer.retryInterval
      ? []
      : [`retryInterval ${String(retryInterval)} is ${layer.retryInterval}`]),
    ...(retryInterval === undefined
      ? [`retryInterval is ${layer.retryInterval}, which the repository left to the interval`]
      : []),
    ...((timeout ?? layer.timeout) === layer.timeout ? [] : [`timeout ${String(timeout)} is ${layer.timeout}`]),
    ...(prune === layer.prune ? [] : [`prune ${prune} is ${layer.prune}`]),
    ...(!wait && needed ? ["it waits until it is ready, since another layer depends on it"] : []),
    ...lost.map((name) => `dependsOn ${name} is left out: this environment has no such layer`),
  ];
}
