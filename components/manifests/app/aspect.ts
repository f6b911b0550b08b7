import type { Fields } from "./fields";

/** What a patch file changes, and so what it is named for; `other` is all that has no name of its own. */
export type Aspect = "other" | "delete" | "replicas" | "resources" | "env" | "version" | "values";

/** One part of a patch: merging all parts of one patch in any order gives the patch. */
export interface PatchPart {
  readonly aspect: Aspect;
  readonly body: Fields;
}

/** Built-in kinds that run pods. */
export const workloads: readonly string[] = [
  "Pod",
  "Deployment",
  "StatefulSet",
  "DaemonSet",
  "ReplicaSet",
  "Job",
  "CronJob",
];

/** Kinds that can have an aspect: where only one object of an app is of them, its file needs no prefix. */
export const aspectKinds: Readonly<Record<Aspect, readonly string[]>> = {
  other: [],
  delete: [],
  replicas: ["Deployment", "StatefulSet", "ReplicaSet"],
  resources: workloads,
  env: workloads,
  version: ["HelmRelease"],
  values: ["HelmRelease"],
};
