import type { LiveObject } from "../../cluster/live-object";
import { at, stringAt } from "../../validation/read/fields";
import { isFluxObject } from "../../validation/read/flux";

/** What of Flux stands still, and what lags behind the commit that Git holds; each a sentence. */
export function standingOf(objects: readonly LiveObject[], followed: string | undefined): readonly string[] {
  return objects.filter(isFluxObject).flatMap((object) => {
    if (at(object.spec, "suspend") === true)
      return [`${nameOf(object)} is suspended: ${consequence(object)} until it is resumed`];
    return object.kind === "Kustomization" && followed !== undefined ? lag(object, followed) : [];
  });
}

function consequence({ kind }: LiveObject): string {
  switch (kind) {
    case "Kustomization":
      return "it applies and deletes nothing";
    case "HelmRelease":
      return "it installs and upgrades nothing";
    default:
      return "what it fetches or sends stays as it is";
  }
}

function lag(kustomization: LiveObject, followed: string): readonly string[] {
  const origin = stringAt(kustomization.status, "lastAppliedOriginRevision");
  const revision = origin ?? stringAt(kustomization.status, "lastAppliedRevision");
  if (revision === undefined) return [`${nameOf(kustomization)} has applied nothing yet`];
  // An artifact without an origin does not say which commit it is of.
  if (!/sha1:[0-9a-f]{40}$/.test(revision) || revision.endsWith(followed)) return [];
  return [`${nameOf(kustomization)} has applied ${shortened(revision)}, not ${followed.slice(0, 12)}`];
}

function nameOf({ kind, metadata }: LiveObject): string {
  return `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
}

/** `main@sha1:0123456789ab`. */
function shortened(revision: string): string {
  return revision.replace(/(?<=sha1:[0-9a-f]{12})[0-9a-f]+/, "");
}
