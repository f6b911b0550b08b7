import type { Survey } from "../../cluster/survey/survey";
import type { EnvironmentChanges, PrunedObject } from "../changes";
import type { LayerPair } from "../cluster/removals";
import { canonical } from "../compare/canonical";
import { fieldChanges } from "../compare/fields";
import { judgeApply } from "./judge/apply";
import type { Case, Draft } from "./judge/case";
import { hidden } from "./judge/differences";
import { exposedBecause, keptBecause } from "./judge/fate";
import type { LiveChanges } from "./live-changes";
import { isSecret, type Question } from "./questions";
import { suspendedLayers } from "./suspended";

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

/** What the live objects add to a change, in layer order. */
export function liveChanges(input: LiveInput): LiveChanges {
  const draft: Draft = {
    standing: [...input.standing],
    ...{ kept: [], exposed: [], refused: [], recreated: [], skipped: [], adopted: [] },
    ...{ byVariables: [], drifted: [], standingDrift: [], missing: [], awaited: [], unchecked: [] },
  };
  const pruned = new Map(input.changes.pruned.map((object) => [object.name, object]));
  const exempt = new Set(input.changes.left.flatMap((object) => (object.exempt ? [object.name] : [])));
  const changed = new Set(input.changes.changed.map(({ name }) => name));
  const fresh = changedDefinitions(input.questions);
  const suspended = suspendedLayers(input.questions, input.survey);
  const lost = lostNamespaces(input, pruned, suspended);
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
      layers: input.pair.after,
      fresh,
      pruned: pruned.get(touched.name),
      lost,
      exempt: exempt.has(touched.name),
      changes: changed.has(touched.name),
      suspended,
      draft,
    };
    judgeFate(own);
    if (after !== undefined) judgeApply(own, after);
  }
  return draft;
}

/** A live definition that the change changes says little of the objects that come with it. */
function changedDefinitions(questions: readonly Question[]): ReadonlySet<string> {
  const definitions = questions.filter(({ touched }) => touched.kind === "CustomResourceDefinition");
  return new Set(
    definitions.flatMap(({ identity, before, after }) =>
      after !== undefined && canonical(before?.object) !== canonical(after.object) ? [identity] : [],
    ),
  );
}

/** Namespaces that Flux deletes, with all that is in them; one that is not known to stay goes. */
function lostNamespaces(
  { questions, survey }: LiveInput,
  pruned: ReadonlyMap<string, PrunedObject>,
  suspended: ReadonlySet<string>,
): ReadonlySet<string> {
  const stays = ({ touched, before, identity }: Question): boolean => {
    const [own, surveyed] = [pruned.get(touched.name), survey.found.get(identity)];
    return (
      own !== undefined &&
      surveyed !== undefined &&
      keptBecause({ ...own, suspended }, before, surveyed.live) !== undefined
    );
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
    const found = fieldChanges(before.object, after.object);
    const fields = isSecret(after) ? hidden(found) : found;
    if (fields.length > 0) draft.byVariables.push({ ...touched, fields });
  }
}

function judgeFate({ question: { touched, before }, surveyed: { live }, pruned, exempt, draft, ...more }: Case): void {
  if (pruned !== undefined) {
    const because = keptBecause({ ...more, ...pruned }, before, live);
    if (because !== undefined) draft.kept.push({ ...touched, because });
  } else if (exempt && before !== undefined && !more.suspended.has(before.layer.key)) {
    const because = exposedBecause(before, live);
    if (because !== undefined) draft.exposed.push({ ...touched, because });
  }
}
