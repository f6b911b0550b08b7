import type { KubernetesObject } from "../../object";
import type { builtInVersions, closedLists, mergeKeys } from "./merge-keys";

/** `$patch` of Kubernetes: deletes or replaces what it stands in, instead of merging. */
interface Directive {
  readonly $patch?: "delete" | "replace" | "merge";
}

/** In an entry of a merged list. There is no `replace`: kustomize drops such an entry without a word. */
interface EntryDirective {
  readonly $patch?: "delete" | "merge";
}

type BuiltIn = (typeof builtInVersions)[number];

type MergeKeys = { [F in keyof typeof mergeKeys]: (typeof mergeKeys)[F][number] };

/** A list that a patch replaces as a whole: it names every entry that shall remain. */
export type ReplacedList<Entry> = readonly Entry[];

/** A list that a patch merges entry by entry; `{ $patch: "replace" }` as an entry replaces it by the other entries. */
export type MergedList<Entry, Key extends keyof Entry, Field = unknown> = readonly (
  ChangedEntry<Entry, Key, Field> | NewEntry<Entry, Key> | { readonly $patch: "replace" }
)[];

/** An entry that the base has; where the compiler knows the base's names, no other name will do. */
type ChangedEntry<Entry, Key extends keyof Entry, Field> = { readonly [K in Key]: Entry[K] } & {
  readonly [K in keyof Omit<Entry, Key>]?: MergedField<K, NonNullable<Entry[K]>> | null;
} & EntryDirective & { readonly $new?: Mark<Entry[Key], Field> };

/** Where the compiler does not know the names of a base's containers, any entry may say that it is new. */
type Mark<Name, Field> = Field extends (typeof closedLists)[number] ? (string extends Name ? true : never) : never;

/** An entry that the base lacks, such as a sidecar: needs `$new: true` where the base's names are known, so that a misspelt name is an error. */
type NewEntry<Entry, Key extends keyof Entry> = string extends Entry[Key]
  ? never
  : Entry[Key] extends string
    ? { readonly $new: true } & { readonly [K in Key]: string } & Omit<Entry, Key>
    : never;

type Scalar = string | number | boolean | null | undefined;

type MergedFields<T> = { readonly [K in keyof T]?: MergedField<K, NonNullable<T[K]>> | null } & Directive;

type MergedField<Field, T> = T extends readonly (infer Entry)[]
  ? Field extends keyof MergeKeys
    ? Extract<keyof Entry, MergeKeys[Field]> extends never
      ? ReplacedList<Entry>
      : MergedList<Entry, Extract<keyof Entry, MergeKeys[Field]>, Field>
    : ReplacedList<Entry>
  : MergedValue<T>;

type MergedValue<T> = T extends Scalar ? T : MergedFields<T>;

type CustomFields<T> = { readonly [K in keyof T]?: CustomField<T[K]> } & Directive;

type CustomField<T> = unknown extends T ? unknown : CustomValue<NonNullable<T>> | null;

type CustomValue<T> = T extends Scalar ? T : T extends readonly (infer Entry)[] ? ReplacedList<Entry> : CustomFields<T>;

/** What a patch may say about an object: its name and kind stay. */
type Patchable<T extends KubernetesObject> = Omit<T, "apiVersion" | "kind" | "metadata" | "status"> & {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
};

/** ServiceAccount has two lists named as the pod's, of which Kubernetes merges `secrets` only. */
type ServiceAccountPatch<T extends KubernetesObject> = MergedFields<Omit<Patchable<T>, "imagePullSecrets">> &
  CustomFields<Pick<T, Extract<keyof T, "imagePullSecrets">>>;

/**
 * A strategic merge patch of an object: every field optional, `null` deletes, lists merged as Kubernetes merges them (containers,
 * env and volumes by name, ports by number, mounts by path), the rest replaced. All lists of custom kinds are replaced.
 */
export type PatchOf<T extends KubernetesObject> = T extends { apiVersion: BuiltIn }
  ? T extends { kind: "ServiceAccount" }
    ? ServiceAccountPatch<T>
    : MergedFields<Patchable<T>>
  : CustomFields<Patchable<T>>;
