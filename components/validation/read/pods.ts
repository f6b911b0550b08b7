import type { KubernetesObject } from "../../model/object";
import { at, type Mapping, mappingAt, mappingsAt, stringAt } from "./fields";
import { groupOf } from "./identity";

const templatePaths: Readonly<Record<string, readonly string[]>> = {
  Pod: [],
  Deployment: ["spec", "template"],
  StatefulSet: ["spec", "template"],
  DaemonSet: ["spec", "template"],
  ReplicaSet: ["spec", "template"],
  Job: ["spec", "template"],
  CronJob: ["spec", "jobTemplate", "spec", "template"],
};

/** The pod template of a workload (its metadata and spec), or undefined for other kinds. */
export function podTemplate(object: KubernetesObject): Mapping | undefined {
  const path = templatePaths[object.kind];
  return path === undefined || !["", "apps", "batch"].includes(groupOf(object))
    ? undefined
    : mappingAt(object, ...path);
}

/** Every container of a pod template, init containers first. */
export function containersOf(template: Mapping): readonly Mapping[] {
  return [...mappingsAt(template, "spec", "initContainers"), ...mappingsAt(template, "spec", "containers")];
}

/** A ConfigMap or Secret that a pod cannot start without, and where the pod names it. */
export interface PodReference {
  readonly kind: "ConfigMap" | "Secret";
  readonly name: string;
  /** `env TOKEN of container web`, `volume config`. */
  readonly place: string;
  /** Entries of the ConfigMap or Secret that must exist. */
  readonly keys: readonly string[];
}

/** All ConfigMaps and Secrets that a pod template needs; optional ones and pull secrets left out. */
export function podReferences(template: Mapping): readonly PodReference[] {
  return [
    ...containersOf(template).flatMap(containerReferences),
    ...mappingsAt(template, "spec", "volumes").flatMap(volumeReferences),
  ];
}

function containerReferences(container: Mapping): readonly PodReference[] {
  const where = `of container ${stringAt(container, "name") ?? "?"}`;
  const env = mappingsAt(container, "env").flatMap((entry) => {
    const place = `env ${stringAt(entry, "name") ?? "?"} ${where}`;
    return [
      ...reference("ConfigMap", at(entry, "valueFrom", "configMapKeyRef"), place),
      ...reference("Secret", at(entry, "valueFrom", "secretKeyRef"), place),
    ];
  });
  const from = mappingsAt(container, "envFrom").flatMap((entry) => [
    ...reference("ConfigMap", entry.configMapRef, `envFrom ${where}`),
    ...reference("Secret", entry.secretRef, `envFrom ${where}`),
  ]);
  return [...env, ...from];
}

function volumeReferences(volume: Mapping): readonly PodReference[] {
  const place = `volume ${stringAt(volume, "name") ?? "?"}`;
  const projected = mappingsAt(volume, "projected", "sources").flatMap((source) => [
    ...reference("ConfigMap", source.configMap, place),
    ...reference("Secret", source.secret, place),
  ]);
  return [
    ...reference("ConfigMap", volume.configMap, place),
    ...reference("Secret", volume.secret, place),
    ...projected,
  ];
}

/** A volume names its Secret by another field than everything else does. */
function reference(kind: PodReference["kind"], source: unknown, place: string): readonly PodReference[] {
  const name = stringAt(source, "name") ?? stringAt(source, "secretName");
  if (name === undefined || at(source, "optional") === true) return [];
  const key = stringAt(source, "key");
  const items = mappingsAt(source, "items").map((item) => stringAt(item, "key"));
  const keys = [key, ...items].filter((entry) => entry !== undefined);
  return [{ kind, name, place, keys }];
}
