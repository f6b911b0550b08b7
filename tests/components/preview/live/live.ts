import type { LiveObject } from "../../../../components/cluster/live-object";
import type { DryRun } from "../../../../components/cluster/survey/dry-run";
import type { Surveyed } from "../../../../components/cluster/survey/survey";
import type { KubernetesObject } from "../../../../components/model/object";
import type { AppliedLayer } from "../../../../components/preview/cluster/applied";
import { liveChanges } from "../../../../components/preview/live/compare-live";
import type { LiveChanges } from "../../../../components/preview/live/live-changes";
import { questionsOf } from "../../../../components/preview/live/questions";
import { mappingAt } from "../../../../components/validation/read/fields";
import { changesOf } from "../report/previews";

type Cluster = readonly AppliedLayer[];

/** A live cluster in which Flux has applied `held`, and what a server without defaults says to a dry run. */
export interface LiveCluster {
  readonly before: Cluster;
  readonly after: Cluster;
  /** What differs in the cluster from what Git holds today: an object, or nothing where it is gone. */
  readonly held?: ReadonlyMap<string, KubernetesObject | undefined>;
  /** Name → what the server says to every version of it. */
  readonly says?: ReadonlyMap<string, DryRun>;
  readonly unasked?: ReadonlyMap<string, string>;
  /** What Git itself holds, where variables make another object of it. @default before and after */
  readonly written?: readonly [Cluster, Cluster];
}

/** What the cluster adds to the change. */
export function liveOf({
  before,
  after,
  held = new Map(),
  says = new Map(),
  unasked = new Map(),
  written = [before, after],
}: LiveCluster): LiveChanges {
  const pair = { before, after };
  const questions = questionsOf(pair);
  const found = new Map(
    questions.flatMap(({ identity, item, touched, before: old }): readonly (readonly [string, Surveyed])[] => {
      if (unasked.has(touched.name)) return [];
      const own = held.has(touched.name) ? held.get(touched.name) : old && owned(old.object, old.layer);
      const live = own && asLive(own);
      const trials = item.trials.map((trial): DryRun | undefined => {
        const whole = item.complete === undefined ? trial : item.complete(trial, live);
        return whole && (says.get(touched.name) ?? accepted(own, whole));
      });
      return [[identity, { live, trials }]];
    }),
  );
  const byIdentity = new Map(
    questions.flatMap(({ identity, touched }) => {
      const because = unasked.get(touched.name);
      return because === undefined ? [] : [[identity, because] as const];
    }),
  );
  const changes = changesOf(...written);
  return liveChanges({ pair, questions, survey: { found, unasked: byIdentity }, changes, standing: [] });
}

/** An object with the labels by which Flux knows its own. */
export function owned(object: KubernetesObject, { name }: Pick<AppliedLayer, "name">): KubernetesObject {
  const labels = {
    ...object.metadata.labels,
    "kustomize.toolkit.fluxcd.io/name": name,
    "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
  };
  return { ...object, metadata: { ...object.metadata, labels } };
}

/** Fields that others have set stay. */
function accepted(live: KubernetesObject | undefined, trial: KubernetesObject): DryRun {
  const annotations = { ...live?.metadata.annotations, ...trial.metadata.annotations };
  const spec = { ...mappingAt(live, "spec"), ...mappingAt(trial, "spec") };
  const made = { ...live, ...trial, metadata: { ...trial.metadata, annotations } };
  return { kind: "accepted", object: Object.keys(spec).length === 0 ? made : { ...made, spec } };
}

function asLive(object: KubernetesObject): LiveObject {
  return { ...object, metadata: { ...object.metadata, uid: "1" } };
}
