/** What every Kubernetes object carries in `metadata`, as far as this program reads it. */
export interface ObjectMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Any Kubernetes object; the builders of `kinds/` give each kind its own fields. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMetadata;
}

/** Names one object in a message: `Deployment web/web`, or `Namespace web` where it has no namespace. */
export function describeObject(object: KubernetesObject): string {
  const { name, namespace } = object.metadata;
  return `${object.kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

/** The value as a map of fields, or `undefined` when it is no plain object: a Date has no fields. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ? (value as Record<string, unknown>) : undefined;
}

/** The entries of a list that are maps of fields; none when the value is no list. */
export function entriesOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(fieldsOf).filter((entry) => entry !== undefined) : [];
}
