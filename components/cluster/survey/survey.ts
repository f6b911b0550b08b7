import { setTimeout as sleep } from "node:timers/promises";
import type { KubernetesObject } from "../../model/object";
import type { ClusterClient } from "../client";
import { ClusterError } from "../errors";
import type { LiveObject, ObjectRef } from "../live-object";
import type { DryRun } from "./dry-run";

/** One object of a cluster to look at, and what to try on it. */
export interface SurveyItem {
  readonly key: string;
  readonly ref: ObjectRef;
  /** Versions of the object, each tried by a dry run of its own. */
  readonly trials: readonly KubernetesObject[];
  /** Puts into a trial what only the live object says; undefined where it is not to be tried. @default trials are whole */
  readonly complete?: (trial: KubernetesObject, live: LiveObject | undefined) => KubernetesObject | undefined;
}

/** What was found of one object. */
export interface Surveyed {
  /** Undefined where the cluster has no such object. */
  readonly live: LiveObject | undefined;
  /** In the order of the trials; undefined for one that was not tried. */
  readonly trials: readonly (DryRun | undefined)[];
}

/** What was found, and what could not be asked for. */
export interface Survey {
  readonly found: ReadonlyMap<string, Surveyed>;
  /** Key → why, as the end of a sentence. */
  readonly unasked: ReadonlyMap<string, string>;
}

/** How hard a cluster is asked. */
export interface SurveyLimits {
  /** Requests at a time. */
  readonly parallel: number;
  /** For all of them together. */
  readonly milliseconds: number;
}

/** What a preview takes. */
export const surveyLimits: SurveyLimits = { parallel: 8, milliseconds: 30_000 };

/** Reads objects and tries versions of them, in order. Writes nothing; what cannot be read does not stop the rest. */
export async function survey(
  client: Pick<ClusterClient, "get" | "dryRun">,
  items: readonly SurveyItem[],
  { parallel, milliseconds }: SurveyLimits = surveyLimits,
): Promise<Survey> {
  const found = new Map<string, Surveyed>();
  const unasked = new Map<string, string>();
  const waiting = [...items];
  let stopped: string | undefined;
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (stopped === undefined) {
        const surveyed = await surveyOne(client, item);
        if (typeof surveyed !== "string") found.set(item.key, surveyed);
        else unasked.set(item.key, surveyed);
      } else unasked.set(item.key, stopped);
    }
  };
  const ended = new AbortController();
  const limit = sleep(milliseconds, undefined, { signal: ended.signal }).then(
    () => (stopped = `it was not its turn within ${milliseconds / 1000} s`),
    () => undefined,
  );
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, work));
  ended.abort();
  await limit;
  return { found, unasked };
}

/** The reason where the cluster does not answer, or not to this user. */
async function surveyOne(
  client: Pick<ClusterClient, "get" | "dryRun">,
  { ref, trials, complete }: SurveyItem,
): Promise<Surveyed | string> {
  try {
    const live = await client.get(ref);
    const results: (DryRun | undefined)[] = [];
    for (const trial of trials) {
      const whole = complete === undefined ? trial : complete(trial, live);
      results.push(whole === undefined ? undefined : await client.dryRun(whole));
    }
    return { live, trials: results };
  } catch (error) {
    if (error instanceof ClusterError) return reasonOf(error);
    throw error;
  }
}

/** The same words for every object, so that equal reasons are told once. */
function reasonOf({ code, message }: ClusterError): string {
  if (code === "cluster-forbidden") return "this user may not read objects of its kind";
  return message.replace(/\.$/, "");
}
