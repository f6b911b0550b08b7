import { posix } from "node:path";
import type { BuiltSource } from "../../components/import/draft/pieces";
import { draftOf } from "../../components/import/draft/draft-of";
import type { Concessions, Draft } from "../../components/import/draft/draft";
import { rulesFile } from "../../components/import/code/index-file";
import { writeCode, type Templates } from "../../components/import/code/write-code";
import { readClusters } from "../../components/import/read/read-clusters";
import { repositoryRoot } from "../../components/import/read/repository-root";
import type { Remark } from "../../components/import/read/source";
import type { TextFiles } from "../../components/kustomize/tree/files";
import type { MonorepoModel } from "../../components/model/environment";
import { assertNoIssues, IssuesError } from "../../components/model/issue";
import { buildSource } from "./build-source";
import { concede, type Obstacle } from "./concede";
import { withKnownFlux } from "./flux-versions";
import { formatted } from "./format-code";
import { prove, type LayerProof } from "./prove";
import type { GateVerdict } from "./gate";
import { inScratchProgram, loadModel } from "./scratch-program";
import { typeFaults } from "./type-check";

/** Attempts until what is left is reported as a difference. */
const mostAttempts = 8;

/** What an import needs. */
export interface ImportInput {
  readonly files: TextFiles;
  /** Environments to read. Empty for all of `clusters/`. */
  readonly environments: readonly string[];
  /** Versions of Flux that this program can install. */
  readonly fluxVersions: readonly string[];
  /** Folder of this program. */
  readonly project: string;
  /** Path of kustomize or kubectl. */
  readonly tool: string;
  readonly templates: Templates;
  /** What the gate has against the model that the code defines. */
  readonly judge: (model: MonorepoModel) => Promise<GateVerdict>;
}

/** What an import gives. */
export interface ImportResult {
  /** The written code: path → text. */
  readonly code: ReadonlyMap<string, string>;
  readonly draft: Draft;
  readonly proofs: readonly LayerProof[];
  readonly remarks: readonly Remark[];
  /** Absent where the written code differs from the repository. */
  readonly verdict?: GateVerdict;
}

/** Turns a repository into code, and proves on the real kustomize that the code gives the same objects; gives in app by app where it does not. */
export async function importRepository(input: ImportInput): Promise<ImportResult> {
  const root = repositoryRoot(input.files);
  const repository = withKnownFlux(readClusters(root, input.environments), input.fluxVersions);
  assertNoIssues(repository.environments.length > 0 ? [] : [noEnvironment(input)]);
  const { source, failures } = await buildSource({ top: input.files, files: root.files }, repository, input.tool);
  const concessions: Concessions = { raw: new Map(), jsonPatches: new Set(), untyped: new Set() };
  for (let attempt = 1; ; attempt += 1) {
    const draft = draftOf(source, repository, concessions);
    const code = await formatted(writeCode(draft, concessions, input.templates));
    const { obstacle, proofs, model } = await tryOut(code, source, input);
    const result = { code, draft, proofs, remarks: [...draft.remarks, ...failures] };
    if (model !== undefined) return judged(result, model, input);
    if (obstacle === undefined) return result;
    const gaveIn = attempt < mostAttempts && concede(obstacle, { draft, source }, concessions);
    if (gaveIn) continue;
    if (obstacle.kind === "differences") return result;
    throw obstacle.kind === "issues"
      ? new IssuesError(obstacle.issues)
      : new Error("the written code does not compile");
  }
}

function noEnvironment({ environments: wanted, files }: ImportInput): { code: string; path: string; message: string } {
  const elsewhere = [...files].filter(([, text]) => /^apiVersion: kustomize\.toolkit/m.test(text));
  const folders = [...new Set(elsewhere.map(([path]) => posix.dirname(path)))].sort(
    (a, b) => a.split("/").length - b.split("/").length,
  );
  const hint =
    folders.length === 0
      ? "Name the root of a Flux repository."
      : `Kustomizations stand in ${folders.slice(0, 3).join(", ")}${folders.length > 3 ? ` and ${folders.length - 3} more` : ""}: put those that Flux starts from into clusters/<environment>/, and import again.`;
  const message =
    wanted.length === 0
      ? `the folder has no clusters/<environment>/ with Kustomizations of Flux. ${hint}`
      : `clusters/ has none of ${wanted.join(", ")}. Name folders of it.`;
  return { code: "no-environment", path: "clusters", message };
}

/** The code with what the gate has to let pass, so that the first thing it reports is a fault that is new. */
async function judged(result: ImportResult, model: MonorepoModel, { judge }: ImportInput): Promise<ImportResult> {
  const verdict = await judge(model);
  const rules = await formatted(new Map([["rules.ts", rulesFile(verdict.allowances)]]));
  return { ...result, verdict, code: new Map([...result.code, ...rules]) };
}

interface Trial {
  /** Where nothing stands in its way. */
  readonly model?: MonorepoModel;
  readonly obstacle?: Obstacle;
  readonly proofs: readonly LayerProof[];
}

async function tryOut(code: ReadonlyMap<string, string>, source: BuiltSource, input: ImportInput): Promise<Trial> {
  return inScratchProgram(input.project, code, async (folder) => {
    const sources = [...code.keys()].filter((path) => path.endsWith(".ts"));
    const faults = typeFaults(input.project, folder, sources);
    if (faults.length > 0) return { obstacle: { kind: "types", faults }, proofs: [] };
    try {
      const model = loadModel(folder);
      const proofs = await prove(source, model, input.tool);
      const differ = proofs.filter(({ objects }) => objects.length > 0);
      return differ.length === 0 ? { proofs, model } : { obstacle: { kind: "differences", proofs: differ }, proofs };
    } catch (error) {
      if (!(error instanceof IssuesError)) throw error;
      return { obstacle: { kind: "issues", issues: error.issues }, proofs: [] };
    }
  });
}
