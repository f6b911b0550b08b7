import type { IHorizontalPodAutoscalerSpec } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscalerSpec" with {
  "resolution-mode": "import",
};
import type { IPodDisruptionBudgetSpec } from "kubernetes-models/policy/v1/PodDisruptionBudgetSpec" with {
  "resolution-mode": "import",
};
import type { IPriorityClass } from "kubernetes-models/scheduling.k8s.io/v1/PriorityClass" with {
  "resolution-mode": "import",
};
import type { ILimitRangeSpec } from "kubernetes-models/v1/LimitRangeSpec" with { "resolution-mode": "import" };
import type { IResourceQuotaSpec } from "kubernetes-models/v1/ResourceQuotaSpec" with { "resolution-mode": "import" };
import type { Input, Metadata } from "./object";

export interface Namespace {
  readonly apiVersion: "v1";
  readonly kind: "Namespace";
  readonly metadata: Metadata;
}

export interface LimitRange {
  readonly apiVersion: "v1";
  readonly kind: "LimitRange";
  readonly metadata: Metadata;
  readonly spec: ILimitRangeSpec;
}

export interface ResourceQuota {
  readonly apiVersion: "v1";
  readonly kind: "ResourceQuota";
  readonly metadata: Metadata;
  readonly spec: IResourceQuotaSpec;
}

export interface PriorityClass extends Omit<IPriorityClass, "metadata"> {
  readonly metadata: Metadata;
}

export interface PodDisruptionBudget {
  readonly apiVersion: "policy/v1";
  readonly kind: "PodDisruptionBudget";
  readonly metadata: Metadata;
  readonly spec: IPodDisruptionBudgetSpec;
}

export interface HorizontalPodAutoscaler {
  readonly apiVersion: "autoscaling/v2";
  readonly kind: "HorizontalPodAutoscaler";
  readonly metadata: Metadata;
  readonly spec: IHorizontalPodAutoscalerSpec;
}

/** A Namespace. */
export function namespace(input: Input<Namespace>): Namespace {
  return { apiVersion: "v1", kind: "Namespace", ...input };
}

/** A LimitRange. */
export function limitRange(input: Input<LimitRange>): LimitRange {
  return { apiVersion: "v1", kind: "LimitRange", ...input };
}

/** A ResourceQuota. */
export function resourceQuota(input: Input<ResourceQuota>): ResourceQuota {
  return { apiVersion: "v1", kind: "ResourceQuota", ...input };
}

/** A PriorityClass. */
export function priorityClass(input: Input<PriorityClass>): PriorityClass {
  return { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass", ...input };
}

/** A PodDisruptionBudget. */
export function podDisruptionBudget(input: Input<PodDisruptionBudget>): PodDisruptionBudget {
  return { apiVersion: "policy/v1", kind: "PodDisruptionBudget", ...input };
}

/** A HorizontalPodAutoscaler. */
export function horizontalPodAutoscaler(input: Input<HorizontalPodAutoscaler>): HorizontalPodAutoscaler {
  return { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", ...input };
}
