import { join } from "node:path";
import { folderCache } from "../../components/kustomize/cache";
import { treeTexts } from "../../components/manifests/sealed-placeholder";
import { type Issue, IssuesError, sortIssues } from "../../components/model/issue";
import { gather } from "../../components/model/report/gather";
import { judgement, type JudgeInput, type Judgement } from "../../components/validation/judge";
import { assertEnvironment, plaintextSecrets } from "../../stacks/config";
import { environmentNames, monorepo } from "../../stacks";
import { allowances, rules } from "../../stacks/rules";
import { providedVariables } from "../../components/validation/provided";
import type { Report } from "../../tools/report";
import { resolveTool } from "../../tools/resolve";
import { type DraftTree, draftTree } from "../render/rendered-tree";
import { manifestLinks, readTree } from "./read-tree";

/** Which tree is judged. */
export interface TreeToJudge {
  readonly project: string;
  readonly stateDir: string;
  readonly environment: string | undefined;
  /** Folder that holds a monorepo; without it, the tree that stacks/ renders to is judged. */
  readonly tree: string | undefined;
  readonly report: Report;
}

/** Puts a tree before every rule, those of stacks/rules.ts among them. */
export async function judgeTree({ project, stateDir, environment, tree, report }: TreeToJudge): Promise<Judgement> {
  if (environment !== undefined) assertEnvironment(environment, environmentNames);
  const draft = tree === undefined ? await draftTree(project, environmentNames, report) : undefined;
  const issues = draft === undefined ? [] : [...draft.issues, ...openSecrets(draft, environment)];
  const tool = await resolveTool("kustomize", report).catch((error: unknown) => {
    if (!(error instanceof IssuesError)) throw error;
    throw new IssuesError([...issues, ...error.issues], ["the gate's rules: they judge what kustomize builds."]);
  });
  if (draft !== undefined && draft.tree === undefined) throw new IssuesError(issues, draft.unchecked);
  const input: JudgeInput = {
    ...(environment === undefined ? {} : { environment }),
    environments: environmentNames,
    tree: tree === undefined ? treeTexts(draft?.tree ?? new Map()) : await readTree(tree),
    build: { tool: tool.path, cache: folderCache(join(stateDir, "kustomize")) },
    allowances,
    rules,
    provided: providedVariables(draft?.model ?? gather(() => monorepo()).value ?? { environments: {} }),
    leftOut: draft?.leftOut ?? [],
  };
  const judged = await judgement(input);
  if (tree === undefined) return withDraft(judged, issues, draft?.unchecked ?? []);
  const links = (await manifestLinks(tree)).map(linkIssue);
  const nothing = judged.environments.length > 0 ? [] : [nothingToJudge(environment)];
  return { ...judged, issues: sortIssues([...judged.issues, ...links, ...nothing]) };
}

/** What stands behind a link is neither built here nor by Flux. */
function linkIssue(path: string): Issue {
  const message =
    "is a symbolic link, which Flux leaves out of the artifact that it builds from; put the file or folder itself there";
  return { code: "symbolic-link", path, message };
}

/** Credentials that the stack files hold in clear. */
function openSecrets({ raw }: DraftTree, environment: string | undefined): readonly Issue[] {
  const names = environment === undefined ? environmentNames : [environment];
  return names.flatMap((name) => plaintextSecrets(name, raw[name] ?? {}));
}

/** An empty checkout, or the wrong folder, is not sound for having nothing in it. */
function nothingToJudge(environment: string | undefined): Issue {
  const name = environment ?? "<environment>";
  const message = `the tree has no clusters/${name}/ with manifests, so that nothing was judged. Name the root of the monorepo, as it was committed.`;
  return { code: "missing-environment", path: `clusters/${environment ?? ""}`, message };
}

/** One report of everything; a fault of any environment counts, since all are rendered together. */
function withDraft(judged: Judgement, issues: readonly Issue[], unchecked: readonly string[]): Judgement {
  const told = { ...judged, issues: sortIssues([...issues, ...judged.issues]) };
  const all = [...(judged.unchecked ?? []), ...unchecked];
  return all.length === 0 ? told : { ...told, unchecked: all };
}
