import type { EnvironmentChanges } from "../../../../components/preview/changes";
import type { AppliedLayer } from "../../../../components/preview/cluster/applied";
import { environmentChanges } from "../../../../components/preview/cluster/environment-changes";
import { planDigests } from "../../../../components/preview/digests";
import type { Preview } from "../../../../components/preview/preview";

type Cluster = readonly AppliedLayer[];

/** What becomes of a cluster that staging's own run reaches. */
export function changesOf(before: Cluster, after: Cluster, allowed: readonly string[] = []): EnvironmentChanges {
  const isAllowed = (name: string): boolean => allowed.includes(name);
  return environmentChanges({ environment: "staging", reach: { kind: "update" }, before, after, isAllowed });
}

/** A preview of these clusters, with one changed file. */
export function previewOf(...environments: readonly EnvironmentChanges[]): Preview {
  const writes = [{ path: "apps/staging/web/patch.yaml", replaces: "1", blob: "2" }];
  return {
    environment: "staging",
    branch: "main",
    follows: "main",
    from: { kind: "at", revision: "0123456789abcdef0123" },
    files: { added: [], changed: ["apps/staging/web/patch.yaml"], removed: [] },
    writes,
    environments,
    digests: planDigests(writes, environments),
  };
}
