import { posix } from "node:path";
import { isConsequence } from "../consequence";
import { isMapping } from "../../tree/parse";
import { operationsOf, patchBody } from "../patch-body";
import { isPatch, type Piece } from "../piece";
import { leaveOut, report, type Run } from "../run";
import type { Refused } from "../refusal";

/** A JSON patch without the operations that cannot be carried out, each of which is reported; undefined for any other piece. */
export async function soundOperations(
  run: Run,
  { assembly, kept, refusal }: Refused,
): Promise<readonly Piece[] | undefined> {
  const { piece, folder } = refusal;
  if (!isPatch(piece.field) || !isMapping(piece.value) || !isMapping(piece.value.target)) return undefined;
  const operations = operationsOf(patchBody(piece, (path) => run.work.read(posix.join(folder, path))));
  if (operations === undefined) return undefined;
  const value = Object.fromEntries(Object.entries(piece.value).filter(([field]) => field !== "path"));
  const patch = (sound: readonly unknown[]): Piece => ({ ...piece, value: { ...value, patch: JSON.stringify(sound) } });
  let sound: readonly unknown[] = [];
  let { before } = refusal;
  for (const [operation, entry] of operations.entries()) {
    const trial = await assembly.assemble([...kept, patch([...sound, entry])]);
    if (trial.kind === "built") {
      sound = [...sound, entry];
      before = trial.objects;
      continue;
    }
    const refused = { ...refusal, operation, before, reason: trial.failure.reason };
    if (!isConsequence(run, refused)) report(run, refused);
    leaveOut(run, { kind: "change", text: `${JSON.stringify(value.target)}\n${wordsOf(entry)}` });
  }
  return sound.length === 0 ? [] : [patch(sound)];
}

/** The parts of an operation's paths count as names. */
function wordsOf(operation: unknown): string {
  return JSON.stringify(operation).replaceAll("/", " ");
}
