import type { KubernetesObject } from "../../model/object";
import { at, isMapping, mappingAt, stringAt } from "../../validation/read/fields";
import { groupOf } from "../../validation/read/identity";
import { canonical } from "./canonical";
import { quantityOf } from "../../validation/read/quantity";

/** Group and kind → fields that the API server refuses to change once the object exists. */
const immutable: Readonly<Record<string, readonly string[]>> = {
  "apps/Deployment": ["spec.selector"],
  "apps/DaemonSet": ["spec.selector"],
  "apps/ReplicaSet": ["spec.selector"],
  "apps/ControllerRevision": ["data"],
  "batch/Job": [
    "spec.selector",
    "spec.completionMode",
    "spec.podFailurePolicy",
    "spec.successPolicy",
    "spec.backoffLimitPerIndex",
    "spec.managedBy",
  ],
  "/Secret": ["type"],
  "/PersistentVolume": ["spec.csi", "spec.nfs", "spec.hostPath", "spec.local", "spec.iscsi", "spec.nodeAffinity"],
  "/Service": ["spec.healthCheckNodePort"],
  "storage.k8s.io/StorageClass": ["provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"],
  "scheduling.k8s.io/PriorityClass": ["value", "preemptionPolicy"],
  "node.k8s.io/RuntimeClass": ["handler"],
  "networking.k8s.io/IngressClass": ["spec.controller"],
  "rbac.authorization.k8s.io/RoleBinding": ["roleRef"],
  "rbac.authorization.k8s.io/ClusterRoleBinding": ["roleRef"],
  "apiextensions.k8s.io/CustomResourceDefinition": ["spec.group", "spec.scope", "spec.names.plural", "spec.names.kind"],
};

/** Group and kind → the only fields of `spec` that may change. */
const mutable: Readonly<Record<string, readonly string[]>> = {
  "apps/StatefulSet": [
    "replicas",
    "ordinals",
    "template",
    "updateStrategy",
    "revisionHistoryLimit",
    "persistentVolumeClaimRetentionPolicy",
    "minReadySeconds",
  ],
  "/PersistentVolumeClaim": ["resources", "volumeAttributesClassName"],
  "/Pod": ["containers", "initContainers", "activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds"],
};

/** The changed fields that the API server will refuse, as paths; a field that is new or goes counts as changed. */
export function refusedFields(before: KubernetesObject, after: KubernetesObject): readonly string[] {
  const type = `${groupOf(after)}/${after.kind}`;
  const fixed = (immutable[type] ?? []).filter((path) => differs(before, after, path));
  const open = mutable[type];
  const closed = open === undefined ? [] : fieldsOf(before, after).filter((field) => !open.includes(field));
  return [
    ...fixed,
    ...closed.map((field) => `spec.${field}`).filter((path) => differs(before, after, path)),
    ...(special[type]?.(before, after) ?? []),
  ];
}

type Special = (before: KubernetesObject, after: KubernetesObject) => readonly string[];

/** Rules that depend on more than the field. */
const special: Readonly<Record<string, Special>> = {
  "batch/Job": (before, after) => {
    const suspended = at(before, "spec", "suspend") === true;
    const indexed = stringAt(before, "spec", "completionMode") === "Indexed";
    return [...(suspended ? [] : ["spec.template"]), ...(indexed ? [] : ["spec.completions"])].filter((path) =>
      differs(before, after, path),
    );
  },
  // What the server filled in stays, for nobody has written it, and does not go with the other strategy.
  "apps/Deployment": (before, after) => {
    const written = mappingAt(before, "spec", "strategy", "rollingUpdate");
    const stays = written.maxSurge === undefined || written.maxUnavailable === undefined;
    const strategies = [before, after].map((version) => stringAt(version, "spec", "strategy", "type"));
    const emptied = at(after, "spec", "strategy", "rollingUpdate") === null;
    const turns = strategies[0] !== "Recreate" && strategies[1] === "Recreate";
    return turns && stays && !emptied ? ["spec.strategy.rollingUpdate"] : [];
  },
  // An address that is no longer asked for stays as it was given.
  "/Service": (before, after) =>
    ["spec.clusterIP", "spec.clusterIPs"].filter(
      (path) =>
        at(after, ...path.split(".")) !== undefined &&
        stringAt(before, "spec", "type") !== "ExternalName" &&
        differs(before, after, path),
    ),
  "/PersistentVolumeClaim": (before, after) => {
    const size = (claim: KubernetesObject): number | undefined =>
      quantityOf(at(claim, "spec", "resources", "requests", "storage"));
    const [old, young] = [size(before), size(after)];
    return old !== undefined && young !== undefined && young < old ? ["spec.resources.requests.storage"] : [];
  },
  "/ConfigMap": sealedData,
  "/Secret": sealedData,
};

function sealedData(before: KubernetesObject, after: KubernetesObject): readonly string[] {
  if (at(before, "immutable") !== true) return [];
  return ["immutable", "data", "binaryData", "stringData"].filter((path) => differs(before, after, path));
}

function fieldsOf(before: KubernetesObject, after: KubernetesObject): readonly string[] {
  const specs = [at(before, "spec"), at(after, "spec")].filter(isMapping);
  return [...new Set(specs.flatMap((spec) => Object.keys(spec)))];
}

function differs(before: KubernetesObject, after: KubernetesObject, path: string): boolean {
  const keys = path.split(".");
  return canonical(at(before, ...keys)) !== canonical(at(after, ...keys));
}
