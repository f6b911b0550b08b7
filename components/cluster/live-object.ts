/** Names one object of a cluster. */
export interface ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** An object as the API server returns it, as far as this program reads it. */
export interface LiveObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly generation?: number;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
  };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
  /** Entries of a ConfigMap, or of a Secret in Base64. */
  readonly data?: Readonly<Record<string, string>>;
}

/** The reference of an object that was read. */
export function refOf(object: LiveObject): ObjectRef {
  const { name, namespace } = object.metadata;
  return { apiVersion: object.apiVersion, kind: object.kind, name, ...(namespace === undefined ? {} : { namespace }) };
}

/** Names an object in a message: `Kustomization flux-system/apps`. */
export function describeRef(ref: ObjectRef): string {
  return `${ref.kind} ${ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`}`;
}

/** Checks the shape of an answer of the API server. */
export function isLiveObject(value: unknown): value is LiveObject {
  if (typeof value !== "object" || value === null || !("metadata" in value) || !("kind" in value)) return false;
  const { metadata } = value;
  return typeof metadata === "object" && metadata !== null && "name" in metadata && "uid" in metadata;
}

/** The objects of a list; its items carry neither apiVersion nor kind, so both are put back. */
export function listOf(answer: unknown, apiVersion: string, kind: string): readonly LiveObject[] {
  if (typeof answer !== "object" || answer === null || !("items" in answer) || !Array.isArray(answer.items)) return [];
  return answer.items.map((item: object) => ({ ...item, apiVersion, kind })).filter(isLiveObject);
}
