import type { DryRun } from "../../../cluster/survey/dry-run";
import type { LiveObject } from "../../../cluster/live-object";
import type { KubernetesObject } from "../../../model/object";
import { stringAt } from "../../../validation/read/fields";
import { groupOf } from "../../../validation/read/identity";
import type { AppliedLayer } from "../../cluster/applied";
import { forces, isForcedByItself, isSuspended } from "../../cluster/directives";
import { layersBefore } from "../layer-order";
import { isSecret, type PlacedObject } from "../questions";

/** What a refused dry run means. */
export type Verdict =
  | { readonly kind: "awaited"; readonly because: string }
  | { readonly kind: "recreated"; readonly because: string }
  | { readonly kind: "unchecked"; readonly because: string }
  | { readonly kind: "refused"; readonly reason: string };

/** A dry run that did not end well. */
export type Refusal = Exclude<DryRun, { readonly kind: "accepted" }>;

/** What else there is. */
interface Surroundings {
  /** What the cluster applies after the change. */
  readonly layers: readonly AppliedLayer[];
  /** The object that the cluster has, if any. */
  readonly live: LiveObject | undefined;
  /** Identities of the definitions that the change itself changes. */
  readonly fresh: ReadonlySet<string>;
}

/** Judges a refusal by what else the change brings. */
export function verdictOf(refusal: Refusal, placed: PlacedObject, { layers, live, fresh }: Surroundings): Verdict {
  const { object } = placed;
  if (refusal.kind === "unserved") {
    return broughtBy(placed, {
      layers,
      what: `kind ${object.kind} of ${object.apiVersion}`,
      inCharts: true,
      isIt: isDefinitionOf(object),
    });
  }
  const missing = refusal.status === 404 ? /namespaces "([^"]+)" not found/.exec(refusal.message)?.[1] : undefined;
  if (missing !== undefined) {
    const isNamespace = ({ kind, metadata }: KubernetesObject): boolean =>
      kind === "Namespace" && metadata.name === missing;
    return broughtBy(placed, { layers, what: `Namespace ${missing}`, inCharts: false, isIt: isNamespace });
  }
  const unjudged = unjudgedBecause(refusal);
  if (unjudged !== undefined) return { kind: "unchecked", because: unjudged };
  const definition = layers.find(({ objects }) =>
    [...objects].some(([identity, held]) => fresh.has(identity) && isDefinitionOf(object)(held.object)),
  );
  if (definition !== undefined)
    return { kind: "awaited", because: `the definition of its kind changes with Kustomization ${definition.name}` };
  const reason = isSecret(placed)
    ? `${refusal.reason}; the message is left out, for it may hold values`
    : refusal.message;
  const isForced =
    forces(placed.layer.kustomization) || isForcedByItself(object) || (live !== undefined && isForcedByItself(live));
  return live !== undefined && isForced && isImmutable(refusal)
    ? { kind: "recreated", because: reason }
    : { kind: "refused", reason };
}

/** Why an answer says nothing of what Flux will get, as the end of a sentence. */
function unjudgedBecause({ status, message }: Extract<Refusal, { kind: "refused" }>): string | undefined {
  if (status === 401 || (status === 403 && / cannot \w+ resource /.test(message)))
    return "this user may not try changes of its kind";
  // Flux may grant more than who looks.
  if (/attempting to grant RBAC permissions not currently held/.test(message))
    return "it grants more than this user may";
  if (/does not support dry run/.test(message)) return "a webhook that it passes does not support dry runs";
  // A webhook that is down, or that comes with the same change, among others.
  if (status >= 500 || status === 429 || status === 408) return `the API server cannot tell (status ${status})`;
  return undefined;
}

function isDefinitionOf(object: KubernetesObject): (candidate: KubernetesObject) => boolean {
  return (candidate) =>
    candidate.kind === "CustomResourceDefinition" &&
    stringAt(candidate, "spec", "group") === groupOf(object) &&
    stringAt(candidate, "spec", "names", "kind") === object.kind;
}

/** As the kustomize-controller tells that an object has to be created anew. */
function isImmutable({ status, message }: Extract<Refusal, { kind: "refused" }>): boolean {
  return status === 409 || status === 422 || /is\simmutable|immutable\sfield/.test(message);
}

interface Wanted {
  readonly layers: readonly AppliedLayer[];
  readonly what: string;
  /** A chart may bring it as well. */
  readonly inCharts: boolean;
  readonly isIt: (object: KubernetesObject) => boolean;
}

function broughtBy({ layer }: PlacedObject, { layers, what, inCharts, isIt }: Wanted): Verdict {
  const holders = (wanted: (object: KubernetesObject) => boolean): readonly AppliedLayer[] =>
    layers.filter(({ objects }) => [...objects.values()].some(({ object }) => wanted(object)));
  const earlier = layersBefore(layer, layers);
  const isInTime = ({ key, kustomization }: AppliedLayer): boolean =>
    (key === layer.key || earlier.has(key)) && !isSuspended(kustomization);
  const providers = holders(isIt);
  const provider = providers.find(isInTime);
  if (provider !== undefined)
    return { kind: "awaited", because: `${what} comes with Kustomization ${provider.name} of the same change` };
  const [late] = providers;
  if (late !== undefined)
    return { kind: "refused", reason: `${what} comes with Kustomization ${late.name}, which is not applied before` };
  const chart = inCharts ? holders(({ kind }) => kind === "HelmRelease").find(isInTime) : undefined;
  if (chart !== undefined)
    return { kind: "unchecked", because: `${what} is missing; a chart of Kustomization ${chart.name} may bring it` };
  return { kind: "refused", reason: `the cluster does not have ${what}, and nothing of the change brings it` };
}
