import { closestName } from "../../model/report/closest";
import { mentions } from "../../model/report/left-out";
import { missingPart } from "./explain/operation";
import { readId } from "./explain/words";
import type { Refusal } from "./refusal";
import type { Run } from "./run";

function namesLike({ before }: Refusal, kind: string | undefined): readonly string[] {
  return before
    .filter(({ object }) => kind === undefined || object.kind === kind)
    .map(({ object }) => object.metadata.name);
}

/** Whether a piece is refused for want of something that was left out before. */
export function isConsequence({ leftOut }: Run, refusal: Refusal): boolean {
  const { reason } = refusal;
  const wanting =
    /no (?:resource )?matches|failed to find|does not match a config|does not exist; cannot|nothing selected/i;
  const part = missingPart(refusal);
  // A position in a list stands in no text; a field that a lost change would have brought does.
  if (part !== undefined)
    return leftOut.some(
      (left) =>
        (left.unknown === true && /^\d+$/.test(part)) ||
        ((left.kind === "change" || left.unknown === true) && mentions(left, part)),
    );
  if (!wanting.test(reason)) return false;
  const lost = leftOut.filter(({ kind }) => kind === "objects");
  const name = readId(reason)?.name ?? /with name (\S+)/.exec(reason)?.[1] ?? /Name:"([^"]+)"/.exec(reason)?.[1];
  // Where an object of nearly that name is there, the name is wrong whatever else is missing.
  const near = name !== undefined && closestName(namesLike(refusal, readId(reason)?.kind), name) !== undefined;
  return lost.some((left) => (left.unknown === true && !near) || (name !== undefined && mentions(left, name)));
}
