import type { Duration } from "../duration";
import type { Input, Metadata } from "./object";

/** One check of a canary's analysis: a metric that must stay in its range. */
export interface CanaryMetric {
  name: string;
  interval?: Duration;
  thresholdRange?: { min?: number; max?: number };
  templateRef?: { name: string; namespace?: string };
  templateVariables?: Record<string, string>;
}

/** A call that Flagger makes during the analysis. */
export interface CanaryWebhook {
  name: string;
  url: string;
  type?:
    | "confirm-rollout"
    | "pre-rollout"
    | "rollout"
    | "confirm-promotion"
    | "confirm-traffic-increase"
    | "post-rollout"
    | "rollback"
    | "event";
  timeout?: Duration;
  metadata?: Record<string, string>;
}

/** How traffic moves to the new version; upstream: `spec.analysis`. */
export interface CanaryAnalysis {
  interval: Duration;
  /** Failed checks before the rollback. */
  threshold: number;
  maxWeight?: number;
  stepWeight?: number;
  stepWeights?: number[];
  iterations?: number;
  metrics?: CanaryMetric[];
  webhooks?: CanaryWebhook[];
}

/** Fields of Flagger's Canary in common use. No type package has this kind; others go through `customObject`. */
export interface CanarySpec {
  provider?: string;
  targetRef: { apiVersion: string; kind: "Deployment" | "DaemonSet" | "Service"; name: string };
  autoscalerRef?: { apiVersion: string; kind: "HorizontalPodAutoscaler" | "ScaledObject"; name: string };
  ingressRef?: { apiVersion: string; kind: "Ingress"; name: string };
  progressDeadlineSeconds?: number;
  skipAnalysis?: boolean;
  suspend?: boolean;
  service: {
    port: number;
    name?: string;
    portName?: string;
    targetPort?: number | string;
    portDiscovery?: boolean;
    timeout?: Duration;
    hosts?: string[];
    gateways?: string[];
    gatewayRefs?: { name: string; namespace?: string; group?: string; kind?: string }[];
  };
  analysis?: CanaryAnalysis;
}

export interface Canary {
  readonly apiVersion: "flagger.app/v1beta1";
  readonly kind: "Canary";
  readonly metadata: Metadata;
  readonly spec: CanarySpec;
}

/** A Canary: Flagger rolls the target out step by step. */
export function canary(input: Input<Canary>): Canary {
  return { apiVersion: "flagger.app/v1beta1", kind: "Canary", ...input };
}
