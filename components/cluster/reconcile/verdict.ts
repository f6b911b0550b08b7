import type { FluxStatus } from "./status";

/** Where one Flux object stands with respect to the commit that is waited for. */
export type Verdict =
  | { readonly kind: "done"; readonly revision: string }
  | { readonly kind: "waiting"; readonly why: string }
  /** It handled our request before what it depends on was ready, and would come back to it in its own time. */
  | { readonly kind: "early"; readonly why: string }
  /** Somebody else has yet to publish the commit where it looks. */
  | { readonly kind: "unpublished"; readonly why: string }
  /** It tried our request and failed; another try may pass. */
  | { readonly kind: "failing"; readonly why: string }
  /** It failed, and will fail until something is changed. */
  | { readonly kind: "failed"; readonly why: string };

/** What was asked of the object: the commit is contained in what it has (`reached`), and under which request. */
export interface Expectation {
  readonly reached: boolean;
  /** Value of `reconcile.fluxcd.io/requestedAt` of the latest request; absent while none was made. */
  readonly token?: string;
}

/** Reasons that only a change of the manifests or of the cluster can cure. A failed health check has waited out the layer's own timeout. */
const finalReasons: readonly string[] = [
  "BuildFailed",
  "HealthCheckFailed",
  "InvalidCELExpression",
  "FeatureGateDisabled",
  "AccessDenied",
  "InvalidURL",
  "URLInvalid",
];

/** Reasons that pass by themselves: a newer request took over. */
const passingReasons: readonly string[] = ["HealthCheckCanceled", "Progressing", "ProgressingWithRetry"];

/** Judges a Kustomization. */
export function judgeKustomization(status: FluxStatus, expected: Expectation): Verdict {
  if (status.ready === "True" && status.current && expected.reached && status.revision !== undefined) {
    return { kind: "done", revision: status.revision };
  }
  return unfinished(status, expected);
}

/** Judges a source: it is done once its artifact holds the commit. */
export function judgeSource(status: FluxStatus, expected: Expectation): Verdict {
  if (expected.reached && status.revision !== undefined && status.ready !== "False") {
    return { kind: "done", revision: status.revision };
  }
  if (status.ready === "True" && expected.token !== undefined && status.handled === expected.token) {
    return { kind: "failing", why: `it follows ${status.revision ?? "nothing"}, which does not contain the commit` };
  }
  return unfinished(status, expected);
}

/** Judges an artifact that the user's own CI publishes: that takes its time after the push, and the first one is not there before. */
export function judgeArtifact(status: FluxStatus, expected: Expectation): Verdict {
  const verdict = judgeSource(status, expected);
  if (verdict.kind !== "failing") return verdict;
  if (status.reason === "OCIArtifactPullFailed") return { kind: "unpublished", why: verdict.why };
  if (status.ready !== "True") return verdict;
  if (status.origin !== undefined)
    return { kind: "unpublished", why: `it holds ${status.origin}, which does not contain the commit` };
  const remedy = "publish it with `flux push artifact … --revision=<branch>@sha1:<commit>`";
  return { kind: "unpublished", why: `its artifact ${status.revision ?? ""} names no commit of Git; ${remedy}` };
}

/** Judges what splits a source: it is done once it has made its artifacts, as it is now, of the commit. */
export function judgeGenerator(status: FluxStatus, expected: Expectation): Verdict {
  return status.current ? judgeSource(status, expected) : unfinished(status, expected);
}

function unfinished(status: FluxStatus, expected: Expectation): Verdict {
  const said = status.message === "" ? status.reason : `${status.reason}: ${status.message}`;
  if (status.ready !== "False" || expected.token === undefined || status.handled !== expected.token) {
    return { kind: "waiting", why: said === "" ? "no controller has looked at it yet" : said };
  }
  if (status.stalled || finalReasons.includes(status.reason)) return { kind: "failed", why: said };
  if (status.reason === "DependencyNotReady") return { kind: "early", why: said };
  return { kind: passingReasons.includes(status.reason) ? "waiting" : "failing", why: said };
}
