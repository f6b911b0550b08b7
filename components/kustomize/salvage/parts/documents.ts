import { posix } from "node:path";
import { type Piece, pathIn } from "../piece";
import { leaveOut, report, type Run } from "../run";
import type { Refused } from "../refusal";

/** A file of several documents without those that are refused, each of which is reported; undefined for any other piece. */
export async function readableDocuments(
  run: Run,
  { assembly, kept, refusal }: Refused,
): Promise<readonly Piece[] | undefined> {
  const { piece, folder } = refusal;
  const name = pathIn(piece);
  const path = name === undefined ? undefined : posix.join(folder, name);
  if (piece.field !== "resources" || path === undefined || !run.work.tree.files.has(path)) return undefined;
  const documents = documentsOf(run.work.read(path));
  if (documents.length < 2) return undefined;
  const sound: string[] = [];
  let { before } = refusal;
  for (const { text, padded } of documents) {
    run.work.write(path, [...sound, text].join("\n---\n"));
    const trial = await assembly.assemble([...kept, piece]);
    if (trial.kind === "built") {
      sound.push(text);
      before = trial.objects;
      continue;
    }
    report(run, { ...refusal, text: padded, before, reason: trial.failure.reason });
    leaveOut(run, { kind: "objects", text: `${path}\n${text}`, unknown: !/kind["']?\s*:/.test(text) });
  }
  run.work.write(path, sound.join("\n---\n"));
  return sound.length === 0 ? [] : [piece];
}

/** Documents that hold anything; `padded` has each line where it is in the file. */
function documentsOf(content: string): readonly { readonly text: string; readonly padded: string }[] {
  const found: { text: string; padded: string }[] = [];
  let lines: string[] = [];
  let start = 0;
  const close = (next: number): void => {
    const text = lines.join("\n");
    if (/^(?!\s*#)\s*\S/m.test(text)) found.push({ text, padded: "\n".repeat(start) + text });
    lines = [];
    start = next;
  };
  for (const [number, line] of content.split("\n").entries()) {
    if (line.startsWith("---")) close(number + 1);
    else lines.push(line);
  }
  close(0);
  return found;
}
