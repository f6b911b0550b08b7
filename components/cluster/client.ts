import { loadKubeconfig, type ClusterAccess } from "./access";
import { ClusterError } from "./errors";
import { dryRunOf, type DryRun } from "./survey/dry-run";
import type { KubernetesObject } from "../model/object";
import type { KubeConfig } from "./kube-config";
import { isLiveObject, listOf, type LiveObject, type ObjectRef } from "./live-object";
import { type ApiRequest, askApi, callApi } from "./request";

/** The calls that this program makes on a cluster, for any kind that the cluster serves. */
export interface ClusterClient {
  /** The object; undefined when it, or its kind, does not exist. */
  readonly get: (ref: ObjectRef) => Promise<LiveObject | undefined>;
  /** All objects of a kind in all namespaces; none when the cluster does not serve the kind. */
  readonly list: (apiVersion: string, kind: string) => Promise<readonly LiveObject[]>;
  /** Every kind that a group serves in its preferred version. */
  readonly kinds: (group: string) => Promise<readonly { apiVersion: string; kind: string }[]>;
  /** JSON merge patch; undefined when the object does not exist. */
  readonly merge: (ref: ObjectRef, patch: object) => Promise<LiveObject | undefined>;
  /** Server-side apply: makes the object, or takes over the fields that are given. */
  readonly apply: (ref: ObjectRef, fields: object) => Promise<void>;
  /** What server-side apply would make of an object if Flux applied it; nothing is written. */
  readonly dryRun: (object: KubernetesObject) => Promise<DryRun>;
  /** Deletes the object, if there is one. */
  readonly remove: (ref: ObjectRef) => Promise<void>;
}

interface ApiResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** Name under which this program's own patches stand in `metadata.managedFields`. */
export const fieldManager = "flux-monorepo";

/** Name under which Flux applies what Git holds. */
const fluxFieldManager = "kustomize-controller";

/** Opens the cluster that an access names. @throws ClusterError when the kubeconfig or the context does not exist. */
export async function openCluster(access: ClusterAccess): Promise<ClusterClient> {
  const config = await loadKubeconfig(access);
  const resources = resourceLookup(config);
  const pathOf = async (ref: ObjectRef): Promise<string | undefined> => {
    const resource = (await resources(ref.apiVersion)).find(({ kind }) => kind === ref.kind);
    return resource && objectPath(ref, resource);
  };
  return {
    get: async (ref) => {
      const path = await pathOf(ref);
      return path === undefined ? undefined : asObject(await callApi(config, { method: "GET", path }));
    },
    list: (apiVersion, kind) => listAll(config, resources, { apiVersion, kind }),
    kinds: (group) => servedKinds(config, resources, group),
    merge: async (ref, patch) => {
      const path = await pathOf(ref);
      if (path === undefined) return undefined;
      const contentType = "application/merge-patch+json";
      const query = `?fieldManager=${fieldManager}`;
      return asObject(await callApi(config, { method: "PATCH", path: path + query, body: patch, contentType }));
    },
    apply: async (ref, fields) => {
      const path = await pathOf(ref);
      if (path === undefined) throw new ClusterError("cluster-refused", `The cluster serves no ${ref.kind}.`);
      await callApi(config, applyRequest(`${path}?`, fieldManager, identified(ref, fields)));
    },
    dryRun: (object) => tryApply(config, pathOf, object),
    remove: async (ref) => {
      const path = await pathOf(ref);
      if (path !== undefined) await callApi(config, { method: "DELETE", path });
    },
  };
}

async function tryApply(
  config: KubeConfig,
  pathOf: (ref: ObjectRef) => Promise<string | undefined>,
  object: KubernetesObject,
): Promise<DryRun> {
  const { apiVersion, kind, metadata } = object;
  const path = await pathOf({ apiVersion, kind, ...metadata });
  if (path === undefined) return { kind: "unserved" };
  const request = applyRequest(`${path}?dryRun=All&`, fluxFieldManager, object);
  return dryRunOf(await askApi(config, request));
}

/** Server-side apply that takes over fields of other managers; the path is open for more of its query. */
function applyRequest(path: string, manager: string, body: object): ApiRequest {
  return {
    method: "PATCH",
    path: `${path}force=true&fieldManager=${manager}`,
    body,
    contentType: "application/apply-patch+yaml",
  };
}

function identified({ apiVersion, kind, name, namespace }: ObjectRef, fields: object): object {
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, ...fields };
}

type ResourceLookup = (apiVersion: string) => Promise<readonly ApiResource[]>;

function resourceLookup(config: KubeConfig): ResourceLookup {
  const known = new Map<string, readonly ApiResource[]>();
  return async (apiVersion) => {
    const cached = known.get(apiVersion);
    if (cached !== undefined) return cached;
    const answer = await callApi(config, { method: "GET", path: groupPath(apiVersion) });
    const resources = resourcesOf(answer);
    // An absent group may appear as soon as its CRDs are installed.
    if (resources.length > 0) known.set(apiVersion, resources);
    return resources;
  };
}

async function listAll(
  config: KubeConfig,
  resources: ResourceLookup,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
): Promise<readonly LiveObject[]> {
  const resource = (await resources(apiVersion)).find((candidate) => candidate.kind === kind);
  if (resource === undefined) return [];
  const path = `${groupPath(apiVersion)}/${resource.name}`;
  return listOf(await callApi(config, { method: "GET", path }), apiVersion, kind);
}

async function servedKinds(
  config: KubeConfig,
  resources: ResourceLookup,
  group: string,
): Promise<readonly { apiVersion: string; kind: string }[]> {
  const answer = await callApi(config, { method: "GET", path: `/apis/${group}` });
  const apiVersion = preferredVersion(answer);
  if (apiVersion === undefined) return [];
  return (await resources(apiVersion)).map(({ kind }) => ({ apiVersion, kind }));
}

function groupPath(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

function objectPath(ref: ObjectRef, resource: ApiResource): string {
  const scope = resource.namespaced ? `/namespaces/${encodeURIComponent(ref.namespace ?? "default")}` : "";
  return `${groupPath(ref.apiVersion)}${scope}/${resource.name}/${encodeURIComponent(ref.name)}`;
}

function resourcesOf(answer: unknown): readonly ApiResource[] {
  if (typeof answer !== "object" || answer === null || !("resources" in answer) || !Array.isArray(answer.resources)) {
    return [];
  }
  const listed: readonly ApiResource[] = answer.resources;
  // Subresources (`deployments/status`) are listed beside what they belong to.
  return listed.filter(({ name }) => !name.includes("/"));
}

function preferredVersion(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null || !("preferredVersion" in answer)) return undefined;
  const { preferredVersion: version } = answer;
  const known = typeof version === "object" && version !== null && "groupVersion" in version;
  return known && typeof version.groupVersion === "string" ? version.groupVersion : undefined;
}

function asObject(answer: unknown): LiveObject | undefined {
  return isLiveObject(answer) ? answer : undefined;
}
