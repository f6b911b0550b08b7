import { render } from "../../manifests/render";
import { type Issue, IssuesError } from "../../model/issue";
import { gather } from "../../model/report/gather";
import type { BuildOptions } from "../../kustomize/build-folders";
import { configFileName } from "../../../stacks/config";
import { fluxRelease } from "../../../tools/flux-release";
import type { Report } from "../../../tools/report";
import { judgeRun } from "../gate";
import { treesAlone } from "../trees";
import type { DraftRun } from "./draft-run";
import { issuesOf, Told, toldOr } from "./told";

/** A run that something is wrong with before its plan is known. */
export interface RefusedRun {
  readonly draft: DraftRun;
  /** What was found besides the draft's own issues. */
  readonly issues: readonly Issue[];
  /** Steps that failed. */
  readonly failures: readonly Told[];
  readonly build: BuildOptions | Told;
  readonly report: Report;
}

/** What is looked at only by a run whose configuration, model and surroundings are sound. */
const later = [
  "what others changed in the repository, and what this update would change and delete in the clusters.",
  "what the API server has against the change.",
];

/** Ends a run with everything that can be known without its plan: the model is rendered and judged as far as it goes. @throws always */
export async function refuseRun({ draft, issues, failures, build, report }: RefusedRun): Promise<never> {
  const path = configFileName(draft.config.environment);
  const [only, ...others] = failures;
  const told = [...draft.issues, ...issues];
  const judged =
    build instanceof Told ? { issues: [], unchecked: [noKustomize] } : await judgeDraft(draft, build, report);
  const found = [...told, ...judged.issues];
  if (only !== undefined && others.length === 0 && found.length === 0 && !(build instanceof Told)) throw only.error;
  const tools = build instanceof Told ? issuesOf(build, path) : [];
  const all = [...found, ...tools, ...failures.flatMap((failure) => issuesOf(failure, path))];
  const distinct = new Map(all.map((issue) => [JSON.stringify(issue), issue]));
  throw new IssuesError([...distinct.values()], [...judged.unchecked, ...later]);
}

const noKustomize = "the gate's rules: they judge what kustomize builds.";

interface JudgedDraft {
  readonly issues: readonly Issue[];
  readonly unchecked: readonly string[];
}

async function judgeDraft(draft: DraftRun, build: BuildOptions, report: Report): Promise<JudgedDraft> {
  const { config, model, environment } = draft;
  const name = config.environment;
  if (environment === undefined) return { issues: [], unchecked: [`the gate's rules: ${name} could not be modelled.`] };
  const release = await toldOr(fluxRelease(environment.fluxVersion, report));
  const clusters = release instanceof Told ? {} : { [name]: { settings: config.cluster, release } };
  const { value, ...rendered } = gather(() => render({ model, clusters }));
  const missing = release instanceof Told ? issuesOf(release, configFileName(name)) : [];
  if (value === undefined) return { issues: [...missing, ...rendered.issues], unchecked: ["the gate's rules."] };
  const { texts } = treesAlone(value, { kind: "unread" }).planned;
  const planned = { texts, pending: new Map() };
  const leftOut = [...draft.leftOut, ...rendered.leftOut];
  const judged = await judgeRun({ config, model, planned, build, leftOut });
  const unchecked = release instanceof Told ? [`what the cluster of ${name} would run: its Flux is missing.`] : [];
  return { issues: [...missing, ...rendered.issues, ...judged], unchecked };
}
