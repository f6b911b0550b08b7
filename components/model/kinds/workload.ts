import type { IDaemonSetSpec } from "kubernetes-models/apps/v1/DaemonSetSpec" with { "resolution-mode": "import" };
import type { IDeploymentSpec } from "kubernetes-models/apps/v1/DeploymentSpec" with { "resolution-mode": "import" };
import type { IStatefulSetSpec } from "kubernetes-models/apps/v1/StatefulSetSpec" with { "resolution-mode": "import" };
import type { ICronJobSpec } from "kubernetes-models/batch/v1/CronJobSpec" with { "resolution-mode": "import" };
import type { IJobSpec } from "kubernetes-models/batch/v1/JobSpec" with { "resolution-mode": "import" };
import type { Input, Metadata } from "./object";
import type { PodTemplate } from "./pod";

export interface DeploymentSpec<C extends string, I extends string> extends Omit<IDeploymentSpec, "template"> {
  template: PodTemplate<C, I>;
}

export interface Deployment<C extends string = string, I extends string = string> {
  readonly apiVersion: "apps/v1";
  readonly kind: "Deployment";
  readonly metadata: Metadata;
  readonly spec: DeploymentSpec<C, I>;
}

export interface StatefulSetSpec<C extends string, I extends string> extends Omit<IStatefulSetSpec, "template"> {
  template: PodTemplate<C, I>;
}

export interface StatefulSet<C extends string = string, I extends string = string> {
  readonly apiVersion: "apps/v1";
  readonly kind: "StatefulSet";
  readonly metadata: Metadata;
  readonly spec: StatefulSetSpec<C, I>;
}

export interface DaemonSetSpec<C extends string, I extends string> extends Omit<IDaemonSetSpec, "template"> {
  template: PodTemplate<C, I>;
}

export interface DaemonSet<C extends string = string, I extends string = string> {
  readonly apiVersion: "apps/v1";
  readonly kind: "DaemonSet";
  readonly metadata: Metadata;
  readonly spec: DaemonSetSpec<C, I>;
}

export interface JobSpec<C extends string, I extends string> extends Omit<IJobSpec, "template"> {
  template: PodTemplate<C, I>;
}

export interface Job<C extends string = string, I extends string = string> {
  readonly apiVersion: "batch/v1";
  readonly kind: "Job";
  readonly metadata: Metadata;
  readonly spec: JobSpec<C, I>;
}

export interface CronJobSpec<C extends string, I extends string> extends Omit<ICronJobSpec, "jobTemplate"> {
  jobTemplate: { metadata?: Omit<Metadata, "name" | "namespace">; spec: JobSpec<C, I> };
}

export interface CronJob<C extends string = string, I extends string = string> {
  readonly apiVersion: "batch/v1";
  readonly kind: "CronJob";
  readonly metadata: Metadata;
  readonly spec: CronJobSpec<C, I>;
}

/** A Deployment; the names of its containers become part of its type. */
export function deployment<const C extends string, const I extends string = never>(
  input: Input<Deployment<C, I>>,
): Deployment<C, I> {
  return { apiVersion: "apps/v1", kind: "Deployment", ...input };
}

/** A StatefulSet; the names of its containers become part of its type. */
export function statefulSet<const C extends string, const I extends string = never>(
  input: Input<StatefulSet<C, I>>,
): StatefulSet<C, I> {
  return { apiVersion: "apps/v1", kind: "StatefulSet", ...input };
}

/** A DaemonSet; the names of its containers become part of its type. */
export function daemonSet<const C extends string, const I extends string = never>(
  input: Input<DaemonSet<C, I>>,
): DaemonSet<C, I> {
  return { apiVersion: "apps/v1", kind: "DaemonSet", ...input };
}

/** A Job; the names of its containers become part of its type. */
export function job<const C extends string, const I extends string = never>(input: Input<Job<C, I>>): Job<C, I> {
  return { apiVersion: "batch/v1", kind: "Job", ...input };
}

/** A CronJob; the names of its containers become part of its type. */
export function cronJob<const C extends string, const I extends string = never>(
  input: Input<CronJob<C, I>>,
): CronJob<C, I> {
  return { apiVersion: "batch/v1", kind: "CronJob", ...input };
}
