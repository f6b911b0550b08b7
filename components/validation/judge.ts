import { type BuildOptions, buildFolders } from "../kustomize/build-folders";
import type { TextFiles } from "../kustomize/tree/files";
import { type Issue, sortIssues } from "../model/issue";
import { type Allowance, applyAllowances } from "./allowance";
import type { LeftOut } from "../model/report/left-out";
import { collect } from "./collect";
import { isConsequence } from "./consequence";
import type { ProvidedObject } from "./gate-input";
import type { GateInput } from "./gate-input";
import type { Finding, Rule } from "./rule";
import { ambiguousCodes } from "./rule-codes";
import { builtInRules } from "./rules";
import { soundBuilds } from "./schema/sound-builds";
import { unjudgedFolders } from "./unclaimed";

/** What the gate judges. */
export interface JudgeInput {
  /** Reports only what concerns this environment and the files that all share. @default every environment */
  readonly environment?: string;
  /** Names of all environments of the model: folders of one whose `clusters/<env>/` is not part of the tree are no strays. */
  readonly environments?: readonly string[];
  /** The whole monorepo as it would be committed. */
  readonly tree: TextFiles;
  /** How to build: the path of kustomize or kubectl, and where results are kept. */
  readonly build: BuildOptions;
  /** Objects that clusters have although the tree does not: sealed files that no run has written yet, cluster variables. */
  readonly provided?: readonly ProvidedObject[];
  /** What the tree lacks because the model is faulty there. */
  readonly leftOut?: readonly LeftOut[];
  readonly allowances?: readonly Allowance[];
  /** Rules of the user, besides those of the gate. */
  readonly rules?: readonly Rule[];
}

/** What the gate found, and how much it looked at. */
export interface Judgement {
  readonly issues: readonly Issue[];
  readonly objects: number;
  readonly environments: readonly string[];
  readonly rules: number;
  /** What could not be looked at, for the issues that there are; whole sentences. @default nothing */
  readonly unchecked?: readonly string[];
}

/** Builds everything that the tree holds and gives all issues at once, sorted. */
export async function judge(input: JudgeInput): Promise<readonly Issue[]> {
  return (await judgement(input)).issues;
}

/** As `judge`, with what a summary needs. */
export async function judgement({
  tree,
  build,
  environment,
  rules = [],
  allowances = [],
  ...rest
}: JudgeInput): Promise<Judgement> {
  const sound = soundBuilds(build.cache?.sound);
  const collected = await collect({
    ...rest,
    sound,
    files: tree,
    build: (files, requests) => buildFolders(files, requests, { ...build, salvage: true }),
  });
  const all = [...builtInRules, ...rules.map(guarded)];
  const found = applyAllowances(runRules(all, collected), allowances, collected.leftOut);
  const issues = found
    .filter((issue) => environment === undefined || concerns(issue, environment))
    .map(withEnvironments(collected));
  for (const { objects, schemaFaults } of collected.environments) sound.record(objects, schemaFaults);
  const judged = collected.environments.filter(({ name }) => environment === undefined || name === environment);
  const unchecked = unjudgedFolders(collected, environment);
  return {
    ...(unchecked.length === 0 ? {} : { unchecked }),
    issues: sortIssues([...ambiguousCodes(builtInRules, rules), ...issues]),
    objects: judged.reduce((sum, { objects }) => sum + objects.length, 0),
    environments: judged.map(({ name }) => name),
    rules: all.length,
  };
}

/** An issue with the environments that it was found in; none for one about the files alone. */
export interface FoundIssue extends Issue {
  readonly environments: readonly string[];
}

/** Runs rules over what was collected; the same fault of several environments is one issue. */
export function runRules(rules: readonly Rule[], input: GateInput): readonly FoundIssue[] {
  const found = new Map<string, FoundIssue>();
  const add = (code: string, finding: Finding, environments: readonly string[]): void => {
    const { path, resource, message } = finding;
    const key = [code, path, resource, message].join("\u0000");
    const known = found.get(key)?.environments ?? [];
    const about = { code, path, ...(resource === undefined ? {} : { resource }), message };
    found.set(key, { ...about, environments: [...new Set([...known, ...environments])] });
  };
  for (const rule of rules) {
    if (rule.scope === "tree") {
      for (const finding of own(rule.check(input), input.leftOut)) add(rule.code, finding, []);
    } else {
      for (const environment of input.environments) {
        const found = own(rule.check(environment, input), environment.leftOut);
        for (const finding of found) add(rule.code, finding, [environment.name]);
      }
    }
  }
  return [...found.values()];
}

/** What is no mere consequence of what was left out. */
function own(findings: Iterable<Finding>, leftOut: readonly LeftOut[]): Iterable<Finding> {
  return leftOut.length === 0 ? findings : [...findings].filter((finding) => !isConsequence(finding, leftOut));
}

/** A rule of the user that throws is an issue among the others, and hides none of them. */
function guarded(rule: Rule): Rule {
  const attempt = (run: () => Iterable<Finding>): readonly Finding[] => {
    try {
      return [...run()];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [{ path: "stacks/rules.ts", message: `the rule ${rule.code} fails: ${reason}; correct its check` }];
    }
  };
  return rule.scope === "tree"
    ? { ...rule, check: (input: GateInput) => attempt(() => rule.check(input)) }
    : { ...rule, check: (environment, input) => attempt(() => rule.check(environment, input)) };
}

/** A broken build concerns everyone: what one environment commits, the others share. */
function concerns(issue: FoundIssue, environment: string): boolean {
  return issue.environments.length === 0 || issue.environments.includes(environment) || issue.code === "build-failed";
}

/** Names the environments of an issue in a shared file that only some of them have. */
function withEnvironments({ environments: all }: GateInput): (issue: FoundIssue) => Issue {
  return ({ environments, ...issue }) => {
    const told =
      environments.length === 0 ||
      environments.length === all.length ||
      environments.some((name) => issue.path.split("/").includes(name));
    return told ? issue : { ...issue, message: `${issue.message} (in ${[...environments].sort().join(", ")})` };
  };
}
