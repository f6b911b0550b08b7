import type { BuiltObject } from "../batch";
import type { BuildFailure } from "../failure";
import { isConsequence } from "./consequence";
import { firstRefused } from "./first-refused";
import { readableDocuments } from "./parts/documents";
import { meantFile } from "./parts/meant-file";
import { soundOperations } from "./parts/operations";
import type { Piece } from "./piece";
import type { Assembly, Refusal, Refused } from "./refusal";
import { leaveOutPiece, report, type Run } from "./run";

/** The pieces that build together; each of the others is reported, unless it fails for want of one that was left out. */
export async function soundPieces(run: Run, assembly: Assembly): Promise<readonly Piece[]> {
  const { assemble } = assembly;
  let kept: readonly Piece[] = [];
  let rest = assembly.pieces;
  for (;;) {
    const whole = await assemble([...kept, ...rest]);
    if (whole.kind === "built" || rest.length === 0) return [...kept, ...rest];
    const { sound, failure } = await firstRefused(assemble, { kept, rest, failure: whole.failure });
    kept = [...kept, ...rest.slice(0, sound)];
    const piece = rest[sound];
    rest = rest.slice(sound + 1);
    const before = await assemble(kept);
    const objects = before.kind === "built" ? before.objects : [];
    if (piece !== undefined)
      kept = [
        ...kept,
        ...(await partOf(run, { assembly, kept, refusal: refusalOf(run, { assembly, piece, failure, objects }) })),
      ];
  }
}

/** What of a refused piece still builds. */
async function partOf(run: Run, refused: Refused): Promise<readonly Piece[]> {
  const { assembly, refusal } = refused;
  const { piece, folder } = refusal;
  const part =
    (await soundOperations(run, refused)) ?? (await readableDocuments(run, refused)) ?? (await meantFile(run, refused));
  if (part !== undefined) return part;
  if (!assembly.isTold(piece) && !isConsequence(run, refusal)) report(run, refusal);
  leaveOutPiece(run, folder, piece);
  return [];
}

interface Found {
  readonly assembly: Assembly;
  readonly piece: Piece;
  readonly failure: BuildFailure;
  readonly objects: readonly BuiltObject[];
}

function refusalOf(run: Run, { assembly, piece, failure, objects }: Found): Refusal {
  return {
    folder: assembly.folder,
    listedIn: assembly.listedIn(piece),
    piece,
    reason: failure.reason,
    before: objects,
    files: run.work.tree.files,
  };
}
