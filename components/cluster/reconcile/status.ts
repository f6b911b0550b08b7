import { at } from "../../validation/read/fields";
import type { LiveObject } from "../live-object";

/** What Flux says about one of its objects. */
export interface FluxStatus {
  readonly suspended: boolean;
  /** The Ready condition; Unknown while a controller works on it, or has not seen it. */
  readonly ready: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
  /** The controller gave up until the object changes. */
  readonly stalled: boolean;
  /** The last success was of the object as it is now. */
  readonly current: boolean;
  /** Value of `reconcile.fluxcd.io/requestedAt` that was handled last. */
  readonly handled?: string;
  /** Revision of the artifact (a source), or the one that was applied last (a Kustomization): `main@sha1:…`, `staging@sha256:…`. */
  readonly revision?: string;
  /** Revision in Git that an artifact was made of, where Flux did not make it of Git itself. */
  readonly origin?: string;
}

/** Reads the status of a GitRepository or a Kustomization. */
export function fluxStatus(object: LiveObject): FluxStatus {
  const status = object.status ?? {};
  const ready = condition(status, "Ready");
  const handled = text(status["lastHandledReconcileAt"]);
  const artifact = artifactOf(object);
  const revision = text(status["lastAppliedRevision"]) ?? artifact?.revision;
  const origin = text(status["lastAppliedOriginRevision"]) ?? artifact?.origin;
  return {
    suspended: object.spec?.["suspend"] === true,
    ready: ready?.status === "True" || ready?.status === "False" ? ready.status : "Unknown",
    reason: ready?.reason ?? "",
    message: ready?.message ?? "",
    stalled: condition(status, "Stalled")?.status === "True",
    current: (status["observedGeneration"] ?? ready?.observedGeneration) === object.metadata.generation,
    ...(handled === undefined ? {} : { handled }),
    ...(revision === undefined ? {} : { revision }),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** The commit of a revision: `abc…` of `env/production@sha1:abc…`. */
export function commitOf(revision: string | undefined): string | undefined {
  return /@sha(?:1|256):([0-9a-f]+)$/.exec(revision ?? "")?.[1];
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

function condition(status: Readonly<Record<string, unknown>>, type: string): Condition | undefined {
  const listed = status["conditions"];
  const conditions: readonly Condition[] = Array.isArray(listed) ? listed : [];
  return conditions.find((candidate) => candidate.type === type);
}

/** What an artifact is of. */
export interface ArtifactRevisions {
  readonly revision: string;
  readonly origin?: string;
}

/** The revisions of a source's artifact; undefined while it has none. */
export function artifactOf({ status }: LiveObject): ArtifactRevisions | undefined {
  const revision = text(at(status, "artifact", "revision"));
  const origin = text(at(status, "artifact", "metadata", "org.opencontainers.image.revision"));
  return revision === undefined ? undefined : { revision, ...(origin === undefined ? {} : { origin }) };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
