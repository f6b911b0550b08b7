import type { LiveObject } from "../../cluster/live-object";
import { at, stringAt } from "../../validation/read/fields";

/** Flux's own objects of a cluster. */
export interface FluxObjects {
  readonly kustomizations: readonly LiveObject[];
  readonly sources: readonly LiveObject[];
}

/** What of Flux stands still, and what lags behind the commit that Git holds; each a sentence. */
export function standingOf({ kustomizations, sources }: FluxObjects, followed: string | undefined): readonly string[] {
  return [
    ...sources
      .filter(isSuspended)
      .map((source) => `${nameOf(source)} is suspended: no commit reaches the cluster until it is resumed`),
    ...kustomizations.flatMap((kustomization) => {
      if (isSuspended(kustomization))
        return [`${nameOf(kustomization)} is suspended: it applies and deletes nothing until it is resumed`];
      const revision = stringAt(kustomization.status, "lastAppliedRevision");
      if (followed === undefined || revision?.endsWith(followed) === true) return [];
      return [
        `${nameOf(kustomization)} ${revision === undefined ? "has applied nothing yet" : `has applied ${shortened(revision)}`}, not ${followed.slice(0, 12)}`,
      ];
    }),
  ];
}

function isSuspended({ spec }: LiveObject): boolean {
  return at(spec, "suspend") === true;
}

function nameOf({ kind, metadata }: LiveObject): string {
  return `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
}

/** `main@sha1:0123456789ab`. */
function shortened(revision: string): string {
  return revision.replace(/(?<=sha1:[0-9a-f]{12})[0-9a-f]+/, "");
}
