import type { Survey, Surveyed } from "../../cluster/survey/survey";
import type { EnvironmentChanges, PrunedObject } from "../changes";
import { applyExemption, directive } from "../cluster/directives";
import type { LayerPair } from "../cluster/removals";
import { fieldChanges, type FieldChange } from "../compare/fields";
import { hidden, liveDifferences } from "./differences";
import { asManifest, exposedBecause, keptBecause } from "./fate";
import type { LiveChanges } from "./live-changes";
import { isSecret, type PlacedObject, type Question } from "./questions";
import { takenBack } from "./taken-back";
import { verdictOf } from "./verdict";

/** A change from Git to Git, and what was asked about it. */
export interface LiveInput {
  /** What Flux applies, with the variables of the cluster put in. */
  readonly pair: LayerPair;
  readonly questions: readonly Question[];
  readonly survey: Survey;
  /** What the change is without a look at the cluster. */
  readonly changes: EnvironmentChanges;
  readonly standing: readonly string[];
}

type Draft = { readonly [Part in keyof LiveChanges]: LiveChanges[Part][number][] };

/** One object, with all that is known of it. */
interface Case {
  readonly question: Question;
  readonly surveyed: Surveyed;
  readonly input: LiveInput;
  readonly pruned: PrunedObject | undefined;
  /** Namespaces that are deleted. */
  readonly lost: ReadonlySet<string>;
  /** Whether Git no longer has it, and an annotation is all that keeps it. */
  readonly exempt: boolean;
  /** Whether Git changes it. */
  readonly changes: boolean;
  readonly draft: Draft;
}

/** What the live objects add to a change, in layer order. */
export function liveChanges(input: LiveInput): LiveChanges {
  const draft: Draft = {
    standing: [...input.standing],
    ...{ kept: [], exposed: [], refused: [], recreated: [], skipped: [], adopted: [] },
    ...{ byVariables: [], drifted: [], missing: [], awaited: [], unchecked: [] },
  };
  const pruned = new Map(input.changes.pruned.map((object) => [object.name, object]));
  const exempt = new Set(input.changes.left.flatMap((object) => (object.exempt ? [object.name] : [])));
  const changed = new Set(input.changes.changed.map(({ name }) => name));
  const lost = lostNamespaces(input, pruned);
  for (const question of input.questions) {
    const { touched, after, identity } = question;
    variableChanges(question, changed.has(touched.name), draft);
    const surveyed = input.survey.found.get(identity);
    const unasked = input.survey.unasked.get(identity);
    if (unasked !== undefined) draft.unchecked.push({ ...touched, because: unasked });
    if (surveyed === undefined) continue;
    const own: Case = {
      question,
      surveyed,
      input,
      pruned: pruned.get(touched.name),
      lost,
      exempt: exempt.has(touched.name),
      changes: changed.has(touched.name),
      draft,
    };
    judgeFate(own);
    if (after !== undefined) judgeApply(own, after);
  }
  return draft;
}

/** Namespaces that Flux deletes, with all that is in them; one that is not known to stay goes. */
function lostNamespaces(
  { questions, survey }: LiveInput,
  pruned: ReadonlyMap<string, PrunedObject>,
): ReadonlySet<string> {
  const stays = ({ touched, before, identity }: Question): boolean => {
    const [own, surveyed] = [pruned.get(touched.name), survey.found.get(identity)];
    return own !== undefined && surveyed !== undefined && keptBecause(own, before, surveyed.live) !== undefined;
  };
  const kept = new Set(questions.filter(stays).map(({ touched }) => touched.name));
  const lost = [...pruned.values()].filter(({ kind, name }) => kind === "Namespace" && !kept.has(name));
  return new Set(lost.map(({ name }) => name.slice("Namespace ".length)));
}

/** A value that only the cluster knows may change an object that is the same in Git. */
function variableChanges({ touched, before, after }: Question, isChanged: boolean, draft: Draft): void {
  if (after === undefined) return;
  const { open = [], uses = [] } = after;
  if (open.length > 0)
    draft.unchecked.push({ ...touched, because: `the variable ${open.join(", ")} has no value yet` });
  else if (before !== undefined && (before.open ?? []).length === 0 && uses.length > 0 && !isChanged) {
    const fields = visible(after, fieldChanges(before.object, after.object));
    if (fields.length > 0) draft.byVariables.push({ ...touched, fields });
  }
}

function judgeFate({ question: { touched, before }, surveyed: { live }, pruned, lost, exempt, draft }: Case): void {
  if (pruned !== undefined) {
    const because = keptBecause({ ...pruned, lost }, before, live);
    if (because !== undefined) draft.kept.push({ ...touched, because });
  } else if (exempt && before !== undefined) {
    const because = exposedBecause(before.object, live);
    if (because !== undefined) draft.exposed.push({ ...touched, because });
  }
}

function judgeApply(own: Case, after: PlacedObject): void {
  const { question, surveyed, draft, changes } = own;
  const { touched, before, trials } = question;
  const { live } = surveyed;
  const [old, young] = [trials.before, trials.after].map((index) =>
    index === undefined ? undefined : surveyed.trials[index],
  );
  const exemption = live === undefined ? undefined : liveExemption(own, after);
  if (exemption !== undefined) {
    if (changes || before === undefined) draft.skipped.push({ ...touched, because: exemption });
    return;
  }
  if (young !== undefined && young.kind !== "accepted")
    refuse(own, after, old !== undefined && old.kind !== "accepted");
  if (before === undefined) {
    if (live !== undefined && young?.kind === "accepted")
      draft.adopted.push({ ...touched, fields: visible(after, liveDifferences(live, young.object)) });
    return;
  }
  if (live === undefined)
    draft.missing.push({ ...touched, because: `Kustomization ${before.layer.name} creates it anew` });
  else if (old?.kind === "accepted") {
    const isMerged = [before.object, asManifest(live)].some((object) => directive(object, "ssa") === "Merge");
    const fields = visible(before, [...liveDifferences(live, old.object), ...(isMerged ? [] : takenBack(old.object))]);
    if (fields.length > 0) draft.drifted.push({ ...touched, fields });
  }
}

/** The annotation by which Flux leaves a live object alone, where it stands on the live object. */
function liveExemption({ surveyed: { live } }: Case, { object }: PlacedObject): string | undefined {
  const own = live === undefined ? undefined : applyExemption(asManifest(live));
  if (own !== undefined && !own.endsWith("IfNotPresent")) return `the live object carries ${own}`;
  const written = applyExemption(object);
  return written === undefined ? undefined : `it exists, and Git has ${written} on it`;
}

function refuse({ question, surveyed, input, draft }: Case, after: PlacedObject, already: boolean): void {
  const trial = surveyed.trials[question.trials.after ?? 0];
  if (trial === undefined || trial.kind === "accepted") return;
  const verdict = verdictOf(trial, after, { layers: input.pair.after, live: surveyed.live });
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

function visible(placed: PlacedObject, fields: readonly FieldChange[]): readonly FieldChange[] {
  return isSecret(placed) ? hidden(fields) : fields;
}
