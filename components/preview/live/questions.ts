import type { SurveyItem } from "../../cluster/survey/survey";
import type { KubernetesObject } from "../../model/object";
import { groupOf } from "../../validation/read/identity";
import type { TouchedObject } from "../changes";
import { canonical } from "../compare/canonical";
import type { AppliedLayer, AppliedObject } from "../cluster/applied";
import { applyExemption, createExemption, ownerLabels } from "../cluster/directives";
import { touchedObject, type LayerPair } from "../cluster/removals";
import { inLayerOrder } from "./layer-order";
import { isSealed, sealedShape, withLiveValues } from "./sealed";

/** An object of a layer. */
export interface PlacedObject extends AppliedObject {
  readonly layer: AppliedLayer;
}

/** One object that the change is about, or that is in the cluster already. */
export interface Question {
  readonly identity: string;
  readonly touched: TouchedObject;
  /** What Git holds today. */
  readonly before: PlacedObject | undefined;
  /** What it will hold. */
  readonly after: PlacedObject | undefined;
  /** Position of the version's dry run; undefined where it is not tried. */
  readonly trials: { readonly before?: number; readonly after?: number };
  /** What to ask the cluster. */
  readonly item: SurveyItem;
}

/** Everything to ask a cluster, in the order in which Flux applies it; what Git only had comes last. */
export function questionsOf({ before, after }: LayerPair): readonly Question[] {
  const old = placed(before);
  const young = placed(inLayerOrder(after));
  const identities = new Set([...young.keys(), ...old.keys()]);
  return [...identities].flatMap((identity) => {
    const question = questionOf(identity, old.get(identity), young.get(identity));
    return question === undefined ? [] : [question];
  });
}

/** Whether an object's values are for nobody to see. */
export function isSecret({ object, confidential }: AppliedObject): boolean {
  return confidential === true || isSealed(object) || (object.kind === "Secret" && groupOf(object) === "");
}

function placed(layers: readonly AppliedLayer[]): ReadonlyMap<string, PlacedObject> {
  const found = new Map<string, PlacedObject>();
  for (const layer of layers) {
    const objects = layer.unknown === undefined ? [...layer.objects].sort(byStage) : [];
    for (const [identity, applied] of objects) if (!found.has(identity)) found.set(identity, { ...applied, layer });
  }
  return found;
}

/** Flux applies definitions, namespaces and cluster roles of a layer before the rest. */
function byStage([, a]: readonly [string, AppliedObject], [, b]: readonly [string, AppliedObject]): number {
  const stage = ({ object }: AppliedObject): number =>
    ["CustomResourceDefinition", "Namespace", "ClusterRole"].includes(object.kind) ? 0 : 1;
  return stage(a) - stage(b);
}

function questionOf(
  identity: string,
  before: PlacedObject | undefined,
  after: PlacedObject | undefined,
): Question | undefined {
  const present = after ?? before;
  if (present === undefined) return undefined;
  const { object } = present;
  const { name, namespace } = object.metadata;
  const [old, young] = [before, after].map((version) => (version === undefined ? undefined : manifestOf(version)));
  // What goes is not compared, and what is not there yet cannot be.
  const tried = after === undefined ? [] : [old, young].filter((manifest) => manifest !== undefined);
  const same = tried.length === 2 && canonical(old) === canonical(young);
  return {
    identity,
    touched: touchedObject(present, present.layer.name),
    before,
    after,
    trials: {
      ...(after === undefined || old === undefined ? {} : { before: 0 }),
      ...(young === undefined ? {} : { after: same || old === undefined ? 0 : 1 }),
    },
    item: {
      key: identity,
      ref: {
        apiVersion: object.apiVersion,
        kind: object.kind,
        name,
        ...(namespace === undefined ? {} : { namespace }),
      },
      trials: same ? tried.slice(0, 1) : tried,
      ...completion([
        [before, old],
        [after, young],
      ]),
    },
  };
}

type Tried = readonly [PlacedObject | undefined, KubernetesObject | undefined];

/** Values that are encrypted are not known here: a trial has those that the cluster holds. */
function completion(versions: readonly Tried[]): Pick<SurveyItem, "complete"> {
  const sealed = versions.flatMap(([placed, trial]) =>
    placed !== undefined && trial !== undefined && isSealed(placed.object) ? [trial] : [],
  );
  if (sealed.length === 0) return {};
  return { complete: (trial, live) => (sealed.includes(trial) ? withLiveValues(trial, live) : trial) };
}

/** The object as the kustomize-controller sends it, values that are encrypted aside; undefined where it does not, or where its contents are not known. */
function manifestOf({ object, layer, open = [] }: PlacedObject): KubernetesObject | undefined {
  const readable = isSealed(object) ? sealedShape(object) : object;
  if (readable === undefined || open.length > 0 || createExemption(object) !== undefined) return undefined;
  if (applyExemption(object) !== undefined || layer.kustomization === undefined) return readable;
  const { metadata } = readable;
  return { ...readable, metadata: { ...metadata, labels: { ...metadata.labels, ...ownerLabels(layer) } } };
}
