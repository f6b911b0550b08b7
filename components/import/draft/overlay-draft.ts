import { posix } from "node:path";
import { stringifyManifest, stringifyManifests } from "../../manifests/yaml";
import { isMapping } from "../../kustomize/tree/parse";
import type { KubernetesObject } from "../../model/object";
import type { ImageOverride, JsonPatchOperation, RawFiles } from "../../model/overlay";
import { isEncrypted } from "../../model/sealed-secret";
import { jsonPatch } from "../compare/json-patch";
import { mergePatch } from "../compare/merge-patch";
import { imagesOf, withImages } from "./containers";
import type { DraftApp, DraftOverlay } from "./draft";
import { objectKey, reserveFile, type TakenKeys } from "./object-keys";
import type { Piece, Sourced } from "./pieces";

/** A resource of the app, and what it is in this environment. */
interface Pair {
  readonly key: string;
  readonly object: KubernetesObject;
  readonly built: Sourced | undefined;
}

/** What one overlay is drafted from. */
export interface OverlayInput {
  readonly app: DraftApp;
  /** With the objects that the base lacks. */
  readonly piece: Piece;
  readonly pairs: readonly Pair[];
  /** Undefined where images stay as the base has them. */
  readonly images: Readonly<Record<string, ImageOverride>> | undefined;
  /** Whether patches are JSON patches. */
  readonly json: boolean;
}

/** How the app differs from its base in one environment. */
export function draftOverlay({ app, piece, pairs, images, json }: OverlayInput): DraftOverlay {
  const namespace = commonNamespace(piece, pairs);
  const patches: Record<string, object> = {};
  const jsonPatches: Record<string, readonly JsonPatchOperation[]> = {};
  const replicas: Record<string, number> = {};
  for (const { key, object, built } of pairs) {
    if (built === undefined) {
      patches[key] = { $patch: "delete" };
      continue;
    }
    const from = alignedTo(object, built.object, images !== undefined);
    const count = replicasOf(from, built.object);
    if (count !== undefined) replicas[key] = count;
    const start = count === undefined ? from : withReplicas(from, count);
    const patch = json ? undefined : mergePatch(start, built.object);
    if (patch === undefined) jsonPatches[key] = jsonPatch(start, built.object);
    else if (Object.keys(patch).length > 0) patches[key] = patch;
  }
  const taken: TakenKeys = new Set();
  const secrets = piece.objects.filter(({ object }) => object.kind === "Secret");
  const raw = rawFiles(secrets, taken);
  return {
    app,
    ...(namespace === undefined ? {} : { namespace }),
    patches,
    jsonPatches: Object.fromEntries(Object.entries(jsonPatches).filter(([, operations]) => operations.length > 0)),
    images: images ?? {},
    replicas,
    add: added(piece, namespace, taken),
    ...(secrets.length === 0 ? {} : { raw }),
  };
}

/** The app's objects as kustomize built them, for what typed code could not say. */
export function rawOverlay(app: DraftApp, { objects }: Piece): DraftOverlay {
  const taken: TakenKeys = new Set(["objects"]);
  const plain = objects.filter(({ object }) => object.kind !== "Secret");
  const secrets = rawFiles(
    objects.filter(({ object }) => object.kind === "Secret"),
    taken,
  );
  const text = stringifyManifests(plain.map(({ object }) => object));
  const files = plain.length === 0 ? secrets.files : { "objects.yaml": text, ...secrets.files };
  const none = { patches: {}, jsonPatches: {}, images: {}, replicas: {}, add: {} };
  return { app, ...none, raw: { files, resources: Object.keys(files) } };
}

/** Secrets stay as they are: their values are encrypted, or must be sealed by hand. */
function rawFiles(secrets: readonly Sourced[], taken: TakenKeys): RawFiles {
  const files = secrets.map((secret) => {
    const { object, origin, document } = secret;
    const alone = document?.alone === true;
    const key = alone ? "" : objectKey(taken, object, { app: "", origin, alone });
    const name = alone ? posix.basename(origin) : `${key}.yaml`;
    reserveFile(taken, name);
    return [name, document !== undefined && isWritten(secret) ? document.text : stringifyManifest(object)] as const;
  });
  return { files: Object.fromEntries(files), resources: files.map(([name]) => name) };
}

/** Whether the Secret is what its file says: encrypted values cannot be compared, and are never changed by a build. */
function isWritten({ object, document }: Sourced): boolean {
  if (document === undefined) return false;
  return (
    isEncrypted(document.text) ||
    JSON.stringify(document.value["data"]) === JSON.stringify({ ...object }["data" as never])
  );
}

function added(
  piece: Piece,
  namespace: string | undefined,
  taken: TakenKeys,
): Readonly<Record<string, KubernetesObject>> {
  const plain = piece.objects.filter(({ object }) => object.kind !== "Secret");
  return Object.fromEntries(
    plain.map(({ object, origin, document }) => {
      const key = objectKey(taken, object, { app: piece.name, origin, alone: document?.alone === true });
      const { namespace: own, ...metadata } = object.metadata;
      return [key, own !== undefined && own === namespace ? { ...object, metadata } : object];
    }),
  );
}

/** The namespace that the overlay gives its objects; undefined where each names its own. */
function commonNamespace(piece: Piece, pairs: readonly Pair[]): string | undefined {
  const built = pairs.flatMap((pair) => (pair.built === undefined ? [] : [pair.built]));
  const all = [...built, ...piece.objects];
  const namespaces = new Set(all.flatMap(({ object }) => object.metadata.namespace ?? []));
  const [only] = namespaces;
  if (only === undefined || namespaces.size > 1) return undefined;
  const before = [
    ...pairs.flatMap(({ object, built: after }) =>
      after?.object.metadata.namespace === undefined ? [] : [object.metadata.namespace],
    ),
    ...piece.objects.flatMap(({ object, document }) =>
      object.metadata.namespace === undefined ? [] : [written(document?.value)],
    ),
  ];
  return before.some((namespace) => namespace !== only) ? only : undefined;
}

function written(value: Readonly<Record<string, unknown>> | undefined): unknown {
  const metadata = value?.["metadata"];
  return isMapping(metadata) ? metadata.namespace : undefined;
}

/** The base's object with what the overlay changes by other means than patches. */
function alignedTo(object: KubernetesObject, built: KubernetesObject, images: boolean): KubernetesObject {
  const now = imagesOf(built);
  const { namespace, name } = built.metadata;
  const others = Object.fromEntries(Object.entries(object.metadata).filter(([field]) => field !== "namespace"));
  const metadata = { ...others, name, ...(namespace === undefined ? {} : { namespace }) };
  return { ...(images ? withImages(object, (container) => now.get(container)) : object), metadata };
}

function replicasOf(from: KubernetesObject, to: KubernetesObject): number | undefined {
  if (!["Deployment", "StatefulSet"].includes(to.kind)) return undefined;
  const after = specOf(to)["replicas"];
  return typeof after === "number" && after !== specOf(from)["replicas"] ? after : undefined;
}

function withReplicas(object: KubernetesObject, replicas: number): KubernetesObject {
  const spec = { ...specOf(object), replicas };
  return { ...object, spec } as KubernetesObject;
}

function specOf(object: object): Readonly<Record<string, unknown>> {
  const spec: unknown = "spec" in object ? object.spec : undefined;
  return isMapping(spec) ? spec : {};
}
