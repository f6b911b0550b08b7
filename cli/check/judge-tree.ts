import { existsSync } from "node:fs";
import { join } from "node:path";
import { folderCache } from "../../components/kustomize/cache";
import { treeTexts } from "../../components/manifests/sealed-placeholder";
import { type Issue, sortIssues } from "../../components/model/issue";
import { judgement, type JudgeInput, type Judgement } from "../../components/validation/judge";
import { assertEnvironment, configFileName, plaintextSecrets, readConfigFile } from "../../stacks/config";
import { environmentNames, monorepo } from "../../stacks";
import { allowances, rules } from "../../stacks/rules";
import { providedVariables } from "../../components/validation/provided";
import type { Report } from "../../tools/report";
import { resolveTool } from "../../tools/resolve";
import { renderedTree } from "../render/rendered-tree";
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
  const { path: tool } = await resolveTool("kustomize", report);
  const input: JudgeInput = {
    ...(environment === undefined ? {} : { environment }),
    environments: environmentNames,
    tree: tree === undefined ? await renderedText(project, report) : await readTree(tree),
    build: { tool, cache: folderCache(join(stateDir, "kustomize")) },
    allowances,
    rules,
    provided: providedVariables(monorepo()),
  };
  const judged = await judgement(input);
  if (tree === undefined) return { ...judged, issues: [...openSecrets(project, environment), ...judged.issues] };
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
function openSecrets(project: string, environment: string | undefined): readonly Issue[] {
  const names = environment === undefined ? environmentNames : [environment];
  return names.flatMap((name) => {
    const file = join(project, configFileName(name));
    return existsSync(file) ? plaintextSecrets(name, readConfigFile(file)) : [];
  });
}

/** An empty checkout, or the wrong folder, is not sound for having nothing in it. */
function nothingToJudge(environment: string | undefined): Issue {
  const name = environment ?? "<environment>";
  const message = `the tree has no clusters/${name}/ with manifests, so that nothing was judged. Name the root of the monorepo, as it was committed.`;
  return { code: "missing-environment", path: `clusters/${environment ?? ""}`, message };
}

/** The tree as a first run of every environment would commit it, with placeholders for what is sealed on commit. */
async function renderedText(project: string, report: Report): Promise<ReadonlyMap<string, string>> {
  return treeTexts(await renderedTree(project, environmentNames, report));
}
