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
