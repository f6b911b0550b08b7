import { at } from "../../validation/read/fields";
import { isFluxKustomization, namespaceOf } from "../../validation/read/flux";
import type { Survey } from "../../cluster/survey/survey";
import { isMerged } from "../cluster/directives";
import { takenBack } from "./judge/taken-back";
import type { Question } from "./questions";

/** Keys of the layers that are suspended in the cluster, and stay so: neither Git nor what Flux takes back from kubectl resumes them. */
export function suspendedLayers(questions: readonly Question[], { found }: Survey): ReadonlySet<string> {
  const kustomizations = questions.filter(({ before, after }) => {
    const present = after ?? before;
    return present !== undefined && isFluxKustomization(present.object);
  });
  const held = new Map(
    kustomizations.flatMap((question) => {
      const isHeld = at(found.get(question.identity)?.live, "spec", "suspend") === true;
      return isHeld ? [[keyOf(question), question] as const] : [];
    }),
  );
  return new Set(
    [...held].flatMap(([key, question]) => {
      const owner = (question.after ?? question.before)?.layer.key ?? "";
      // What is suspended resumes nothing, itself included.
      return held.has(owner) || !isResumed(question, found) ? [key] : [];
    }),
  );
}

function isResumed({ identity, trials, after }: Question, found: Survey["found"]): boolean {
  const trial = trials.after === undefined ? undefined : found.get(identity)?.trials[trials.after];
  if (after === undefined || trial?.kind !== "accepted") return false;
  const isTaken = !isMerged(after.object) && takenBack(trial.object).some(({ path }) => path === "spec.suspend");
  return isTaken || at(trial.object, "spec", "suspend") !== true;
}

function keyOf({ before, after }: Question): string {
  const object = (after ?? before)?.object;
  return object === undefined ? "" : `${namespaceOf(object)}/${object.metadata.name}`;
}
