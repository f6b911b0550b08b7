import type { KubernetesObject } from "../../model/object";
import type { GateLayer } from "../../validation/gate-input";
import { mappingAt } from "../../validation/read/fields";
import { isClusterScoped, objectKey } from "../../validation/read/identity";
import { substituted, valuesRefs, variablesOf, type SubstitutionNotes, type ValueSource } from "./variables";

/** An object as a Kustomization applies it. */
export interface AppliedObject {
  readonly object: KubernetesObject;
  readonly origin: string;
  /** Variables whose values are part of it. @default [] */
  readonly uses?: readonly string[];
  /** Variables without a known value, which are left in it as they are written. @default [] */
  readonly open?: readonly string[];
  /** Whether a value that a Secret gives is part of it. @default false */
  readonly confidential?: boolean;
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
export function appliedLayers(layers: readonly GateLayer[], elsewhere?: ValueSource): readonly AppliedLayer[] {
  const all = layers.flatMap(({ build }) => build.objects.map(({ object }) => object));
  return layers.map(({ key, name, kustomization, folder, build }) => {
    const finish = finisher(kustomization, all, elsewhere);
    const [failure] = build.failures;
    return {
      key,
      name,
      kustomization,
      objects: new Map(build.objects.map(({ object, origin }) => [identityOf(object), { ...finish(object), origin }])),
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

type Finished = Omit<AppliedObject, "origin">;

/** Leaves an object as it is where a Kustomization adds nothing, so that equal builds stay equal without a look inside. */
function finisher(
  kustomization: KubernetesObject | undefined,
  all: readonly KubernetesObject[],
  elsewhere: ValueSource | undefined,
): (object: KubernetesObject) => Finished {
  if (kustomization === undefined) return (object) => ({ object });
  const variables = variablesOf(kustomization, all, elsewhere);
  const common = mappingAt(kustomization, "spec", "commonMetadata");
  if (variables.size === 0 && Object.keys(common).length === 0) return (object) => ({ object });
  const secret = secretNames(kustomization, elsewhere);
  return (object) => {
    const notes: SubstitutionNotes = { used: new Set(), missing: new Set() };
    const { metadata, ...rest } = substituted(object, variables, notes);
    const added = ["labels", "annotations"].flatMap((field) => {
      const values = { ...mappingAt(metadata, field), ...mappingAt(common, field) };
      return Object.keys(values).length === 0 ? [] : [[field, values] as const];
    });
    return {
      object: { ...rest, metadata: { ...metadata, ...Object.fromEntries(added) } },
      ...(notes.used.size === 0 ? {} : { uses: [...notes.used].sort() }),
      ...(notes.missing.size === 0 ? {} : { open: [...notes.missing].sort() }),
      ...([...notes.used].some((name) => secret.has(name)) ? { confidential: true } : {}),
    };
  };
}

function secretNames(kustomization: KubernetesObject, elsewhere: ValueSource = () => undefined): ReadonlySet<string> {
  const secrets = valuesRefs(kustomization).filter(({ kind }) => kind === "Secret");
  return new Set(secrets.flatMap((ref) => Object.keys(elsewhere(ref) ?? {})));
}
