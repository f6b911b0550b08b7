import type { Mapping } from "../../../validation/read/fields";
import { each, filled, without } from "./filled";

/** `spec` of a Service. */
export function serviceSpec(spec: Mapping): Mapping {
  const own = without(filled(spec, { type: "ClusterIP", sessionAffinity: "None" }), {
    publishNotReadyAddresses: false,
  });
  const port = (value: Mapping): Mapping => {
    const known = filled(value, { protocol: "TCP" });
    return without(filled(known, known.port === undefined ? {} : { targetPort: known.port }), { name: "" });
  };
  const external = own.type === "NodePort" || own.type === "LoadBalancer";
  const defaults: Mapping = {
    ...(own.type === "ExternalName" ? {} : { internalTrafficPolicy: "Cluster" }),
    ...(external ? { externalTrafficPolicy: "Cluster" } : {}),
    ...(own.type === "LoadBalancer" ? { allocateLoadBalancerNodePorts: true } : {}),
    ...(own.sessionAffinity === "ClientIP" ? { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } } : {}),
  };
  return each(filled(own, defaults), "ports", port);
}

/** `spec` of a NetworkPolicy. */
export function networkPolicySpec(spec: Mapping): Mapping {
  const rule = (value: Mapping): Mapping => each(value, "ports", (port) => filled(port, { protocol: "TCP" }));
  const egress: unknown = spec.egress;
  const policyTypes = Array.isArray(egress) && egress.length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
  return each(each(filled(spec, { policyTypes }), "ingress", rule), "egress", rule);
}
