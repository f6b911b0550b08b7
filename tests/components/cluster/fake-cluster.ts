import type { ClusterClient } from "../../../components/cluster/client";
import type { DryRun } from "../../../components/cluster/survey/dry-run";
import type { KubernetesObject } from "../../../components/model/object";
import type { LiveObject, ObjectRef } from "../../../components/cluster/live-object";

/** What a fake cluster holds of one object. */
export interface FakeObject extends ObjectRef {
  readonly uid?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  /** Set where the object is being removed. */
  readonly deletionTimestamp?: string;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
}

/** A cluster in memory. `onMerge` plays the controllers: it sees each patch after it was applied. */
export class FakeCluster implements ClusterClient {
  readonly patches: { readonly ref: string; readonly patch: object }[] = [];
  readonly #objects = new Map<string, LiveObject>();

  constructor(
    objects: readonly FakeObject[],
    readonly onMerge: (cluster: FakeCluster, object: LiveObject) => void = () => undefined,
  ) {
    for (const object of objects) this.put(object);
  }

  put(object: FakeObject): void {
    const { apiVersion, kind, name, namespace, uid, annotations, finalizers, deletionTimestamp } = object;
    const { spec, status, data } = object;
    const metadata = {
      name,
      uid: uid ?? `uid-of-${name}`,
      generation: 1,
      ...(namespace === undefined ? {} : { namespace }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    };
    const live = {
      apiVersion,
      kind,
      metadata,
      ...(spec === undefined ? {} : { spec }),
      ...(status === undefined ? {} : { status }),
      ...(data === undefined ? {} : { data }),
    };
    this.#objects.set(keyOf({ kind, name, namespace }), live);
  }

  setStatus(object: LiveObject, status: Readonly<Record<string, unknown>>): void {
    this.#objects.set(keyOf({ ...object, ...object.metadata }), { ...object, status });
  }

  find(kind: string, name: string, namespace?: string): LiveObject | undefined {
    return this.#objects.get(keyOf({ kind, name, namespace }));
  }

  get = (ref: ObjectRef): Promise<LiveObject | undefined> => Promise.resolve(this.#objects.get(keyOf(ref)));

  list = (apiVersion: string, kind: string): Promise<readonly LiveObject[]> =>
    Promise.resolve(
      [...this.#objects.values()].filter((object) => object.kind === kind && object.apiVersion === apiVersion),
    );

  kinds = (group: string): Promise<readonly { apiVersion: string; kind: string }[]> => {
    const served = [...this.#objects.values()].filter(({ apiVersion }) => apiVersion.startsWith(`${group}/`));
    return Promise.resolve([...new Map(served.map(({ apiVersion, kind }) => [kind, { apiVersion, kind }])).values()]);
  };

  apply = (ref: ObjectRef, fields: object): Promise<void> => {
    this.put({ ...ref, ...fields });
    return Promise.resolve();
  };

  /** Where the server would refuse. */
  readonly refusals = new Map<string, DryRun>();

  /** As a server without defaults and without other managers: the object's own fields over those that it has. */
  dryRun = (object: KubernetesObject): Promise<DryRun> => {
    const { kind, metadata } = object;
    const key = keyOf({ kind, ...metadata });
    const merged = merged7396(this.#objects.get(key) ?? {}, object) as object;
    return Promise.resolve(this.refusals.get(key) ?? { kind: "accepted", object: merged });
  };

  remove = (ref: ObjectRef): Promise<void> => {
    this.#objects.delete(keyOf(ref));
    return Promise.resolve();
  };

  merge = (ref: ObjectRef, patch: object): Promise<LiveObject | undefined> => {
    const current = this.#objects.get(keyOf(ref));
    if (current === undefined) return Promise.resolve(undefined);
    this.patches.push({ ref: keyOf(ref), patch });
    const merged = merged7396(current, patch) as LiveObject;
    this.#objects.set(keyOf(ref), merged);
    this.onMerge(this, merged);
    return Promise.resolve(merged);
  };
}

function keyOf({
  kind,
  name,
  namespace,
}: {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

/** JSON merge patch, RFC 7396. */
function merged7396(target: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> =
    typeof target === "object" && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) result[key] = merged7396(result[key], value);
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null));
}
