import type { KubernetesObject } from "../../../model/object";
import { isMapping, type Mapping } from "../../../validation/read/fields";
import { groupOf } from "../../../validation/read/identity";
import { each, filled, present, within, without, type Rewrite } from "./filled";
import { networkPolicySpec, serviceSpec } from "./network";
import { podSpec } from "./pod";
import { likeQuantities } from "./quantities";
import { schemaFilled, type SchemaOf } from "./schema";
import { claimSpec, cronJobSpec, daemonSetSpec, deploymentSpec, jobSpec, statefulSetSpec } from "./workload";

const rbac = "rbac.authorization.k8s.io";

const inSpec =
  (rewrite: Rewrite): Rewrite =>
  (object) =>
    within(object, "spec", rewrite);

/** Group and kind → the object with the fields that the API server of the pinned Kubernetes fills in by itself. */
const rewrites: Readonly<Record<string, Rewrite>> = {
  "apps/Deployment": inSpec(deploymentSpec),
  "apps/StatefulSet": inSpec(statefulSetSpec),
  "apps/DaemonSet": inSpec(daemonSetSpec),
  "batch/Job": inSpec(jobSpec),
  "batch/CronJob": inSpec(cronJobSpec),
  "/Pod": inSpec(podSpec),
  "/Service": inSpec(serviceSpec),
  "/PersistentVolumeClaim": inSpec(claimSpec),
  "/ResourceQuota": inSpec((spec) => within(spec, "hard", likeQuantities)),
  "/Secret": secret,
  "/ConfigMap": (object) => withoutEmpty(object, ["data", "binaryData"]),
  "networking.k8s.io/NetworkPolicy": inSpec(networkPolicySpec),
  "autoscaling/HorizontalPodAutoscaler": inSpec((spec) => filled(spec, { minReplicas: 1 })),
  [`${rbac}/RoleBinding`]: binding,
  [`${rbac}/ClusterRoleBinding`]: binding,
  "storage.k8s.io/StorageClass": (object) =>
    filled(object, { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }),
  "scheduling.k8s.io/PriorityClass": (object) =>
    without(filled(object, { preemptionPolicy: "PreemptLowerPriority" }), { globalDefault: false }),
  "apiextensions.k8s.io/CustomResourceDefinition": inSpec((spec) => filled(spec, { conversion: { strategy: "None" } })),
};

/**
 * An object with what the API server fills in where a field is left out, and with one way to write each quantity: two versions that are the
 * same by it make no change of the live object.
 */
export function defaulted(object: KubernetesObject, schemaOf: SchemaOf): unknown {
  const value: Mapping = { ...object };
  const rewrite = rewrites[`${groupOf(object)}/${object.kind}`];
  if (rewrite !== undefined) return rewrite(present(value));
  const schema = schemaOf(object);
  return schema === undefined ? value : schemaFilled(value, schema);
}

function secret(object: Mapping): Mapping {
  const { stringData, ...rest } = filled(object, { type: "Opaque" });
  const data = isMapping(stringData)
    ? Object.fromEntries(
        Object.entries(stringData).map(([key, text]) => [key, Buffer.from(String(text)).toString("base64")]),
      )
    : {};
  return withoutEmpty({ ...rest, data: { ...(isMapping(rest.data) ? rest.data : {}), ...data } }, ["data"]);
}

function binding(object: Mapping): Mapping {
  const subject = (value: Mapping): Mapping =>
    value.kind === "ServiceAccount" ? without(value, { apiGroup: "" }) : filled(value, { apiGroup: rbac });
  return each(
    within(object, "roleRef", (ref) => filled(ref, { apiGroup: rbac })),
    "subjects",
    subject,
  );
}

function withoutEmpty(object: Mapping, fields: readonly string[]): Mapping {
  const isEmpty = (value: unknown): boolean => isMapping(value) && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => !fields.includes(key) || !isEmpty(value)));
}
