import { describeObject, type KubernetesObject } from "../../../model/object";
import { isBuiltIn } from "../../read/identity";
import type { EnvironmentRule } from "../../rule";

/** Versions of built-in groups that no supported Kubernetes serves any more, and what took their place. */
const removed: Readonly<Record<string, string>> = {
  "extensions/v1beta1": "apps/v1 or networking.k8s.io/v1",
  "apps/v1beta1": "apps/v1",
  "apps/v1beta2": "apps/v1",
  "batch/v1beta1": "batch/v1",
  "batch/v2alpha1": "batch/v1",
  "policy/v1beta1": "policy/v1",
  "autoscaling/v2beta1": "autoscaling/v2",
  "autoscaling/v2beta2": "autoscaling/v2",
  "rbac.authorization.k8s.io/v1alpha1": "rbac.authorization.k8s.io/v1",
  "rbac.authorization.k8s.io/v1beta1": "rbac.authorization.k8s.io/v1",
  "apiextensions.k8s.io/v1beta1": "apiextensions.k8s.io/v1",
  "apiregistration.k8s.io/v1beta1": "apiregistration.k8s.io/v1",
  "certificates.k8s.io/v1beta1": "certificates.k8s.io/v1",
  "coordination.k8s.io/v1beta1": "coordination.k8s.io/v1",
  "discovery.k8s.io/v1beta1": "discovery.k8s.io/v1",
  "events.k8s.io/v1beta1": "events.k8s.io/v1",
  "node.k8s.io/v1beta1": "node.k8s.io/v1",
  "scheduling.k8s.io/v1beta1": "scheduling.k8s.io/v1",
};

const ingresses = new Set(["Ingress", "IngressClass"]);

/** The API server knows no such kind. */
export const removedApi: EnvironmentRule = {
  code: "removed-api",
  scope: "environment",
  about: "no object of a built-in kind uses a version that Kubernetes has removed, or a kind that it never had",
  check(environment) {
    return environment.objects.flatMap((built) => {
      const { object, origin } = built;
      const problem = isBuiltIn(object) ? problemOf(object, environment.schemaFaults(built) !== undefined) : undefined;
      return problem === undefined ? [] : [{ path: origin, resource: describeObject(object), message: problem }];
    });
  },
};

function problemOf({ apiVersion, kind }: KubernetesObject, known: boolean): string | undefined {
  const instead =
    removed[apiVersion] ??
    (apiVersion === "networking.k8s.io/v1beta1" && ingresses.has(kind) ? "networking.k8s.io/v1" : undefined);
  if (instead !== undefined) return `apiVersion ${apiVersion} was removed from Kubernetes; use ${instead}`;
  return known ? undefined : `Kubernetes has no kind ${kind} in ${apiVersion}; check both`;
}
