import { posix } from "node:path";
import { closestName } from "../../model/report/closest";
import { indexFolders, kustomizationFile } from "../tree/files";
import { type Kustomization, parseKustomization, stringList } from "../tree/parse";
import { unreadable } from "./explain/explain";
import { yamlProblem } from "./explain/manifest";
import { cycle, inRawWords } from "./explain/words";
import { composed, knownFields, type Piece, pathIn, piecesOf } from "./piece";
import { leaveOut, leaveOutFolder, report, type Run, textsBelow } from "./run";
import { soundPieces } from "./sound-pieces";

/** Makes a folder build, and the folders that it lists before it; false where nothing of it can be read. */
export async function repairFolder(run: Run, folder: string, above: readonly string[] = []): Promise<boolean> {
  const { work, repaired } = run;
  const known = repaired.get(folder);
  const path = kustomizationFile(work.tree, folder);
  if (known !== undefined || path === undefined || above.includes(folder)) return known ?? true;
  const written = parseKustomization(work.read(path));
  repaired.set(folder, written !== undefined);
  if (written === undefined) {
    const reason = (yamlProblem(work.read(path)) ?? "it holds no mapping").replace(
      /^is no YAML that can be read: |; correct it$/g,
      "",
    );
    run.failures.push({ folder, reason, fault: unreadable(work.tree.files, folder, reason) });
    leaveOutFolder(run, folder);
    return false;
  }
  const below = [...stringList(written.resources), ...stringList(written.components), ...stringList(written.bases)];
  const around = [...above, folder];
  for (const name of below) await repairFolder(run, posix.join(folder, name), around);
  if ((await work.build([folder])).kind === "built") return true;
  const kustomization = await knownForm(
    run,
    folder,
    withoutCircles(run, { folder, path, kustomization: written }, around),
  );
  await reassemble(run, { folder, path, kustomization });
  return true;
}

interface Place {
  readonly folder: string;
  /** Its kustomization file. */
  readonly path: string;
  readonly kustomization: Kustomization;
}

async function reassemble(run: Run, { folder, path, kustomization }: Place): Promise<void> {
  const { work, repaired, original } = run;
  const write = (pieces: readonly Piece[]): void => {
    work.write(path, JSON.stringify(composed(kustomization, pieces)));
  };
  const isWritten = kustomizationFile(indexFolders(original), folder) !== undefined;
  const sound = await soundPieces(run, {
    folder,
    listedIn: (piece) => (isWritten ? path : posix.join(folder, pathIn(piece) ?? "")),
    pieces: piecesOf(kustomization),
    assemble: (pieces) => {
      write(pieces);
      return work.build([folder]);
    },
    isTold: (piece) => repaired.get(posix.join(folder, pathIn(piece) ?? "")) === false,
  });
  write(sound);
}

/** A circle is reported, and taken away, where it closes: built, it fails by whatever lies on it. */
function withoutCircles(run: Run, { folder, path, kustomization }: Place, around: readonly string[]): Kustomization {
  const closes = ({ field, value }: Piece): boolean =>
    ["resources", "components", "bases"].includes(field) &&
    typeof value === "string" &&
    around.includes(posix.join(folder, value.replace(/\/+$/, "")));
  const pieces = piecesOf(kustomization);
  for (const piece of pieces.filter(closes))
    report(run, { folder, listedIn: path, piece, reason: cycle, before: [], files: run.work.tree.files });
  return pieces.some(closes)
    ? composed(
        kustomization,
        pieces.filter((piece) => !closes(piece)),
      )
    : kustomization;
}

/** A misspelt field is reported and read as the one that was meant, so that what it holds is looked at as well. */
async function knownForm(run: Run, folder: string, written: Kustomization): Promise<Kustomization> {
  const path = kustomizationFile(run.work.tree, folder) ?? folder;
  const known = Object.entries(written).filter(([name]) => knownFields.includes(name));
  const form: Record<string, unknown> = Object.fromEntries(known);
  for (const field of Object.keys(written).filter((name) => !knownFields.includes(name))) {
    const meant = closestName(knownFields, field);
    run.work.write(path, JSON.stringify({ resources: [], [field]: written[field] }));
    const trial = await run.work.build([folder]);
    const reason = trial.kind === "failed" ? trial.failure.reason : "";
    const hint = meant === undefined ? `known are ${knownFields.join(", ")}.` : `did you mean "${meant}"?`;
    const problem = `has the field "${field}", which kustomize does not know; ${hint} Correct the name, or take it away${inRawWords(reason)}`;
    run.failures.push({ folder, reason, fault: { path, problem } });
    if (meant !== undefined && written[meant] === undefined) form[meant] = written[field];
    // Of a text alone, nothing tells whether it is a namespace or a prefix.
    else
      leaveOut(run, {
        kind: "change",
        text: wordsOf(run, folder, written[field]),
        unknown: typeof written[field] === "string",
      });
  }
  return form;
}

/** What a value says, with the kinds that it may generate, and the files and folders that it names. */
function wordsOf(run: Run, folder: string, value: unknown): string {
  const text = JSON.stringify(value);
  const named = [...text.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => posix.join(folder, name));
  const files = named.map((path) => run.work.tree.files.get(path) ?? textsBelow(run, path));
  return [text, ...(Array.isArray(value) ? ["ConfigMap Secret"] : []), ...files].join("\n");
}
