import type { KubernetesObject } from "../../model/object";
import type { GateLayer } from "../../validation/gate-input";
import { mappingAt } from "../../validation/read/fields";
import { isClusterScoped, objectKey } from "../../validation/read/identity";
import { substituted, variablesOf } from "./variables";

/** An object as a Kustomization applies it. */
export interface AppliedObject {
  readonly object: KubernetesObject;
  readonly origin: string;
}

/** One Kustomization of a cluster, and what it applies. */
export interface AppliedLayer {
  /** `<namespace>/<name>` of the Kustomization. */
  readonly key: string;
  readonly name: string;
  readonly kustomization: KubernetesObject | undefined;
  /** By group, kind, namespace and name. */
  readonly objects: ReadonlyMap<string, AppliedObject>;
  /** Why it cannot be told what the layer applies. */
  readonly unknown: string | undefined;
}

/** What a cluster's Kustomizations apply, once Flux has put in variables and common metadata. */
export function appliedLayers(layers: readonly GateLayer[]): readonly AppliedLayer[] {
  const all = layers.flatMap(({ build }) => build.objects.map(({ object }) => object));
  return layers.map(({ key, name, kustomization, folder, build }) => {
    const finish = finisher(kustomization, all);
    const [failure] = build.failures;
    return {
      key,
      name,
      kustomization,
      objects: new Map(
        build.objects.map(({ object, origin }) => [identityOf(object), { object: finish(object), origin }]),
      ),
      unknown:
        failure !== undefined
          ? `${failure.folder} cannot be built: ${failure.reason}`
          : folder === undefined
            ? "it applies another repository than this one"
            : undefined,
    };
  });
}

/** What tells objects of a cluster apart; a namespaced object without a namespace lands in `default`. */
export function identityOf(object: KubernetesObject): string {
  const { namespace } = object.metadata;
  if (isClusterScoped(object) || namespace !== undefined) return objectKey(object);
  return objectKey({ ...object, metadata: { ...object.metadata, namespace: "default" } });
}

/** Leaves an object as it is where a Kustomization adds nothing, so that equal builds stay equal without a look inside. */
function finisher(
  kustomization: KubernetesObject | undefined,
  all: readonly KubernetesObject[],
): (object: KubernetesObject) => KubernetesObject {
  if (kustomization === undefined) return (object) => object;
  const variables = variablesOf(kustomization, all);
  const common = mappingAt(kustomization, "spec", "commonMetadata");
  if (variables.size === 0 && Object.keys(common).length === 0) return (object) => object;
  return (object) => {
    const { metadata, ...rest } = substituted(object, variables);
    const added = ["labels", "annotations"].flatMap((field) => {
      const values = { ...mappingAt(metadata, field), ...mappingAt(common, field) };
      return Object.keys(values).length === 0 ? [] : [[field, values] as const];
    });
    return { ...rest, metadata: { ...metadata, ...Object.fromEntries(added) } };
  };
}
