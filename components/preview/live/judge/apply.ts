import type { KubernetesObject } from "../../../model/object";
import type { LiveObject } from "../../../cluster/live-object";
import { mappingAt } from "../../../validation/read/fields";
import { applyExemption, createExemption, isMerged } from "../../cluster/directives";
import { ignoredFields, withoutFields } from "../../cluster/ignored-fields";
import type { FieldChange } from "../../compare/fields";
import { isSecret, type PlacedObject } from "../questions";
import { isSealed } from "../sealed";
import type { Case } from "./case";
import { hidden, liveDifferences } from "./differences";
import { asManifest } from "./fate";
import { takenBack } from "./taken-back";
import { verdictOf } from "./verdict";

/** What an apply makes of an object that the layer holds after the change. */
export function judgeApply(own: Case, after: PlacedObject): void {
  const { question, surveyed, draft, changes } = own;
  const { touched, before, trials } = question;
  const { live } = surveyed;
  const [old, young] = [trials.before, trials.after].map((index) =>
    index === undefined ? undefined : surveyed.trials[index],
  );
  const exemption = exemptionOf(live, after);
  if (exemption !== undefined) {
    if (live !== undefined && (changes || before === undefined)) draft.skipped.push({ ...touched, because: exemption });
    return;
  }
  if (young !== undefined && young.kind !== "accepted")
    refuse(own, after, old !== undefined && old.kind !== "accepted");
  if (before === undefined) {
    if (live !== undefined && young?.kind === "accepted")
      draft.adopted.push({ ...touched, fields: visible(after, applied(live, young.object, after)) });
  } else judgeDrift(own, { before, after });
}

/** How the live object differs from what Git holds today, and what becomes of that. */
function judgeDrift(
  { question: { touched, trials }, surveyed, suspended, draft }: Case,
  { before, after }: { readonly before: PlacedObject; readonly after: PlacedObject },
): void {
  const { live } = surveyed;
  const { key, name } = after.layer;
  if (live === undefined) {
    const because = suspended.has(key)
      ? `Kustomization ${name} is suspended, and creates it anew only when it is resumed`
      : `Kustomization ${name} creates it anew`;
    draft.missing.push({ ...touched, because });
    return;
  }
  const old = trials.before === undefined ? undefined : surveyed.trials[trials.before];
  if (old?.kind !== "accepted") return;
  const taken = [before.object, asManifest(live)].some(isMerged) ? [] : takenBack(old.object);
  const fields = visible(before, [...applied(live, old.object, { ...before, layer: after.layer }), ...taken]);
  if (fields.length > 0) draft[suspended.has(key) ? "standingDrift" : "drifted"].push({ ...touched, fields });
}

/** What an apply changes of the live object; what the Kustomization ignores stays as it is. */
function applied(live: LiveObject, made: object, { object, layer }: PlacedObject): readonly FieldChange[] {
  const ignored = ignoredFields(layer, asMade(object, made));
  return liveDifferences(withoutFields(live, ignored), withoutFields(made, ignored));
}

/** An object with the labels and annotations that an apply leaves on it. */
function asMade(object: KubernetesObject, made: object): KubernetesObject {
  const texts = (field: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(mappingAt(made, "metadata", field)).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value] as const] : [],
      ),
    );
  return {
    ...object,
    metadata: { ...object.metadata, labels: texts("labels"), annotations: texts("annotations") },
  };
}

/** The annotation by which Flux leaves an object alone, where it stands on the live object, or in Git. */
function exemptionOf(live: LiveObject | undefined, { object }: PlacedObject): string | undefined {
  const own = live === undefined ? undefined : createExemption(asManifest(live));
  if (own !== undefined) return `the live object carries ${own}`;
  const written = live === undefined ? createExemption(object) : applyExemption(object);
  return written === undefined ? undefined : `it exists, and Git has ${written} on it`;
}

function refuse({ question, surveyed, draft, ...around }: Case, after: PlacedObject, already: boolean): void {
  const trial = surveyed.trials[question.trials.after ?? 0];
  if (trial === undefined || trial.kind === "accepted") return;
  const verdict = verdictOf(trial, after, { ...around, live: surveyed.live });
  const { touched } = question;
  switch (verdict.kind) {
    case "refused":
      draft.refused.push({ ...touched, reason: verdict.reason, already });
      break;
    case "awaited":
    case "recreated":
    case "unchecked":
      draft[verdict.kind].push({ ...touched, because: verdict.because });
      break;
    default:
      verdict satisfies never;
  }
}

/** Of what is secret, that it differs and no more; of a sealed Secret, whose values nobody compares, the entries as well. */
function visible(placed: PlacedObject, fields: readonly FieldChange[]): readonly FieldChange[] {
  if (!isSecret(placed)) return fields;
  return isSealed(placed.object) && placed.object.kind === "Secret"
    ? fields.map(({ path }) => ({ path, kind: "hidden" }))
    : hidden(fields);
}
