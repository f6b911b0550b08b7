import { posix } from "node:path";
import { reachableFiles } from "../../tree/closure";
import { isMapping } from "../../tree/parse";
import { meantPath } from "../explain/path";
import type { Piece } from "../piece";
import type { Refused } from "../refusal";
import { leaveOut, report, type Run } from "../run";

/** A piece with the path that was most likely meant by one where nothing is, which is reported; undefined where it does not build either. */
export async function meantFile(run: Run, { assembly, kept, refusal }: Refused): Promise<readonly Piece[] | undefined> {
  const { piece, folder } = refusal;
  const path = meantPath(refusal);
  if (path === undefined) return undefined;
  const target = posix.join(folder, path);
  const { tree } = run.work;
  for (const file of tree.files.has(target) ? [target] : reachableFiles(tree, target))
    run.work.write(file, run.work.read(file));
  const meant = { ...piece, value: isMapping(piece.value) ? { ...piece.value, path } : path };
  if ((await assembly.assemble([...kept, meant])).kind === "failed") return undefined;
  report(run, refusal);
  // Nothing else lists it, which is no fault of its own.
  leaveOut(run, { kind: "objects", text: target });
  return [meant];
}
