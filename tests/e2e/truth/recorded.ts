import { digestOf } from "../../../components/preview/compare/canonical";
import type { ClusterClient } from "../../../components/cluster/client";
import { toolkitGroups } from "../../../components/cluster/flux-kinds";
import { describeRef, refOf, type LiveObject } from "../../../components/cluster/live-object";
import { isMapping, mappingAt, mappingsAt, stringAt } from "../../../components/validation/read/fields";

/** Object → what tells one of its versions from another. */
export type Snapshot = ReadonlyMap<string, { readonly uid: string; readonly digest: string }>;

/** What became of an object between two snapshots. */
export type Fate = "created" | "deleted" | "replaced" | "changed";

const groups = [
  ...["apps", "batch", "networking.k8s.io", "rbac.authorization.k8s.io", "apiextensions.k8s.io"],
  ...["scheduling.k8s.io", "storage.k8s.io", "policy", "autoscaling", ...toolkitGroups],
];
const core = [
  ...["Namespace", "ConfigMap", "Secret", "Service", "ServiceAccount", "PersistentVolumeClaim"],
  ...["PersistentVolume", "ResourceQuota", "LimitRange"],
];
const appliers = ["kustomize-controller", "pulumi-flux-monorepo", "flux-monorepo"];

/** Everything in a cluster that Flux or Pulumi apply, by what the API server recorded: no status, and no marks of a reconciliation. */
export async function snapshot(client: ClusterClient): Promise<Snapshot> {
  const served = await Promise.all(groups.map((group) => client.kinds(group)));
  const kinds = [...core.map((kind) => ({ apiVersion: "v1", kind })), ...served.flat()];
  const lists = await Promise.all(kinds.map(({ apiVersion, kind }) => client.list(apiVersion, kind)));
  return new Map(
    lists
      .flat()
      .filter(isApplied)
      .map((object) => [describeRef(refOf(object)), { uid: object.metadata.uid, digest: digestOf(recorded(object)) }]),
  );
}

/** Tells what became of every object. */
export function fates(before: Snapshot, after: Snapshot): ReadonlyMap<string, Fate> {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return new Map(
    names.flatMap((name) => {
      const fate = fateOf(before.get(name), after.get(name));
      return fate === undefined ? [] : [[name, fate] as const];
    }),
  );
}

type Version = { readonly uid: string; readonly digest: string } | undefined;

function fateOf(before: Version, after: Version): Fate | undefined {
  if (before === undefined) return after && "created";
  if (after === undefined) return "deleted";
  if (before.uid !== after.uid) return "replaced";
  return before.digest === after.digest ? undefined : "changed";
}

function isApplied({ metadata }: LiveObject): boolean {
  return mappingsAt(metadata, "managedFields").some((entry) => appliers.includes(stringAt(entry, "manager") ?? ""));
}

function recorded(object: LiveObject): unknown {
  const { metadata, ...rest } = object;
  const labels = mappingAt(metadata, "labels");
  const annotations = Object.entries(mappingAt(metadata, "annotations")).filter(
    // The second is the Deployment controller's, and counts its own ReplicaSets.
    ([key]) => !key.startsWith("reconcile.fluxcd.io/") && key !== "deployment.kubernetes.io/revision",
  );
  const fields = Object.entries(rest).filter(([key]) => key !== "status");
  return [
    Object.fromEntries(fields),
    labels,
    Object.fromEntries(annotations),
    isMapping(metadata) && "deletionTimestamp" in metadata,
  ];
}
