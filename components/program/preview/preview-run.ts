import { listed } from "../../model/wording/words";
import { type BuildOptions, buildFolders } from "../../kustomize/build-folders";
import type { Issue } from "../../model/issue";
import { pruneIssues, unusedAllowances } from "../../preview/allowance";
import { differingParts, formatDigests } from "../../preview/digests";
import { isIdle, ownLayers, previewChanges, type Preview, type PreviewInput } from "../../preview/preview";
import { formatSummary } from "../../preview/report/summary";
import { configFileName, type StackConfig } from "../../../stacks/config";
import { liveRun } from "./live-run";
import type { Notice, PlannedRun } from "../repository";
import { refusalsOf, standingRefusals } from "./refusals";

/** What the preview of a run follows from. */
export interface PreviewedRun {
  readonly config: StackConfig;
  readonly planned: Pick<PlannedRun, "trees">;
  readonly build: BuildOptions;
  /** Whether to ask the cluster as well. @default false */
  readonly live?: boolean;
}

/** What a run would do, and what forbids it. */
export interface RunPreview {
  readonly preview: Preview;
  /** At most twenty lines; undefined where nothing would happen. */
  readonly summary: string | undefined;
  /** Deletions that the configuration does not allow. */
  readonly issues: readonly Issue[];
  /** What of the change the API server refuses: forbids a preview, and leaves an update that nobody previewed to Flux. */
  readonly refusals: readonly Issue[];
  /** How the plan differs from the one that `expectPlan` holds it to: forbids an update, and nothing else. */
  readonly unexpected: readonly Issue[];
  readonly notices: readonly Notice[];
}

/** Compares, from Git to Git, what every cluster runs with what it would run after this run; then, if wanted, asks the cluster. */
export async function previewRun(run: PreviewedRun): Promise<RunPreview> {
  const { config, live = false } = run;
  const { environment, allowPrune } = config;
  const input = previewInput(run);
  const fromGit = await previewChanges(input);
  const preview: Preview = live
    ? { ...fromGit, live: await liveRun({ config, preview: fromGit, layers: await ownLayers(input) }) }
    : fromGit;
  const unused = unusedAllowances(allowPrune, preview.environments, environment);
  return {
    preview,
    summary: formatSummary(preview),
    issues: pruneIssues(preview.environments, environment),
    refusals: refusalsOf(preview),
    unexpected: unexpectedParts(config, preview),
    notices: [...standingRefusals(preview), ...unused.map((message): Notice => ({ severity: "info", message }))],
  };
}

/** What a run's preview compares. */
export function previewInput({ config, planned, build }: PreviewedRun): PreviewInput {
  const { environment, access, allowPrune } = config;
  return {
    environment,
    branch: access.branch,
    follows: access.follows,
    ...planned.trees,
    allowPrune,
    build: (files, requests) => buildFolders(files, requests, build),
  };
}

/** A run that has nothing left to do is as good as the expected one. */
function unexpectedParts({ environment, expectPlan }: StackConfig, preview: Preview): readonly Issue[] {
  if (expectPlan === undefined || isIdle(preview)) return [];
  const parts = differingParts(expectPlan, preview.digests);
  if (parts.length === 0) return [];
  const message =
    `The plan is not the expected one: ${listed(parts)} ${parts.length === 1 ? "differs" : "differ"}. It is now ${formatDigests(preview.digests)}; ` +
    `look at \`npm run diff -- ${environment}\`, and set the key to what you accept, or remove it.`;
  return [
    { code: "unexpected-plan", path: configFileName(environment), resource: "flux-monorepo:expectPlan", message },
  ];
}
