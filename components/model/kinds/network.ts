import type { IIngressSpec } from "kubernetes-models/networking.k8s.io/v1/IngressSpec" with {
  "resolution-mode": "import",
};
import type { INetworkPolicySpec } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicySpec" with {
  "resolution-mode": "import",
};
import type { IServiceSpec } from "kubernetes-models/v1/ServiceSpec" with { "resolution-mode": "import" };
import type { Input, Metadata } from "./object";

export interface Service {
  readonly apiVersion: "v1";
  readonly kind: "Service";
  readonly metadata: Metadata;
  readonly spec: IServiceSpec;
}

export interface Ingress {
  readonly apiVersion: "networking.k8s.io/v1";
  readonly kind: "Ingress";
  readonly metadata: Metadata;
  readonly spec: IIngressSpec;
}

export interface NetworkPolicy {
  readonly apiVersion: "networking.k8s.io/v1";
  readonly kind: "NetworkPolicy";
  readonly metadata: Metadata;
  readonly spec: INetworkPolicySpec;
}

/** A Service. */
export function service(input: Input<Service>): Service {
  return { apiVersion: "v1", kind: "Service", ...input };
}

/** An Ingress. */
export function ingress(input: Input<Ingress>): Ingress {
  return { apiVersion: "networking.k8s.io/v1", kind: "Ingress", ...input };
}

/** A NetworkPolicy. */
export function networkPolicy(input: Input<NetworkPolicy>): NetworkPolicy {
  return { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", ...input };
}
