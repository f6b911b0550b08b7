import type { KubernetesObject } from "../model/object";
import type { LeftOut } from "../model/report/left-out";
import type { GateEnvironment, GateLayer, PlacedObject, ProvidedObject } from "./gate-input";
import { dependenciesOf, type Reference } from "./read/flux";
import { groupOf } from "./read/identity";
import { schemaCatalog } from "./schema/catalog";
import { soundBuilds, type SoundBuilds } from "./schema/sound-builds";

/** What is known of a cluster besides its tree. */
export interface Outside {
  readonly provided?: readonly ProvidedObject[];
  readonly sound?: SoundBuilds;
  /** What is not part of the tree because it is faulty. */
  readonly leftOut?: readonly LeftOut[];
}

/** Puts the layers of one cluster together and indexes what they hold. */
export async function gateEnvironment(
  name: string,
  layers: readonly GateLayer[],
  { provided = [], sound = soundBuilds(undefined), leftOut = [] }: Outside = {},
): Promise<GateEnvironment> {
  const objects = layers.flatMap((layer) => layer.build.objects.map((built): PlacedObject => ({ ...built, layer })));
  const byName = new Map<string, PlacedObject[]>();
  for (const placed of objects) for (const key of keysOf(placed.object)) append(byName, key, placed);
  const own = provided.filter(({ environment = name }) => environment === name);
  const provides = new Map(own.map((object) => [referenceKey(object), object]));
  const byKey = new Map(layers.map((layer) => [layer.key, layer]));
  const reached = new Map<string, ReadonlySet<string>>();
  return {
    name,
    layers,
    objects,
    find: (reference) => byName.get(referenceKey(reference)) ?? [],
    provided: (reference) => provides.get(referenceKey(reference)),
    leftOut: [
      ...leftOut.filter(({ environment = name }) => environment === name),
      ...layers.flatMap(({ build }) => build.leftOut),
    ],
    schemaFaults: await schemaCatalog(objects, sound),
    reach(layer) {
      const known = reached.get(layer.key) ?? reachOf(layer, layers, byKey);
      reached.set(layer.key, known);
      return known;
    },
  };
}

/** The root is applied before the layers that it declares; a layer is applied after all that it depends on. */
function reachOf(
  layer: GateLayer,
  layers: readonly GateLayer[],
  byKey: ReadonlyMap<string, GateLayer>,
): ReadonlySet<string> {
  const reached = new Set(layers.filter(({ root }) => root).map(({ key }) => key));
  const waiting = [layer];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next.key) && next !== layer) continue;
    reached.add(next.key);
    const dependencies = next.kustomization === undefined ? [] : dependenciesOf(next.kustomization);
    for (const { namespace, name } of dependencies) {
      const found = byKey.get(`${namespace}/${name}`);
      if (found !== undefined && found !== layer) waiting.push(found);
    }
  }
  return reached;
}

/** Two groups have kinds of one name (Kustomization, Ingress), so both the kind alone and with its group find an object. */
function keysOf(object: KubernetesObject): readonly string[] {
  const { kind, metadata } = object;
  const namespaces = metadata.namespace === undefined ? ["", "default"] : [metadata.namespace];
  return namespaces.flatMap((namespace) => [
    referenceKey({ kind, namespace, name: metadata.name }),
    referenceKey({ kind: `${kind}.${groupOf(object)}`, namespace, name: metadata.name }),
  ]);
}

function referenceKey({ kind, namespace, name }: Reference): string {
  return `${kind}/${namespace}/${name}`;
}

function append(index: Map<string, PlacedObject[]>, key: string, placed: PlacedObject): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [placed]);
  else known.push(placed);
}
