import { type BuildOptions, buildFolders } from "../../kustomize/build-folders";
import type { Issue } from "../../model/issue";
import { pruneIssues, unusedAllowances } from "../../preview/allowance";
import { differingParts, formatDigests } from "../../preview/digests";
import { isIdle, ownLayers, previewChanges, type Preview, type PreviewInput } from "../../preview/preview";
import { formatSummary } from "../../preview/report/summary";
import { configFileName, type StackConfig } from "../../../stacks/config";
import { liveRun } from "./live-run";
import type { Notice, PlannedRun } from "../repository";

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
  /** How the plan differs from the one that `expectPlan` holds it to: forbids an update, and nothing else. */
  readonly unexpected: readonly Issue[];
  readonly notices: readonly Notice[];
}

/** Compares, from Git to Git, what every cluster runs with what it would run after this run; then, if wanted, asks the cluster. */
export async function previewRun({ config, planned, build, live = false }: PreviewedRun): Promise<RunPreview> {
  const { environment, allowPrune } = config;
  const input: PreviewInput = {
    environment,
    branch: config.access.branch,
    follows: config.access.follows,
    ...planned.trees,
    allowPrune,
    build: (files, requests) => buildFolders(files, requests, build),
  };
  const fromGit = await previewChanges(input);
  const preview: Preview = live
    ? { ...fromGit, live: await liveRun({ config, preview: fromGit, layers: await ownLayers(input) }) }
    : fromGit;
  const unused = unusedAllowances(allowPrune, preview.environments, environment);
  return {
    preview,
    summary: formatSummary(preview),
    issues: pruneIssues(preview.environments, environment),
    unexpected: unexpectedParts(config, preview),
    notices: [
      ...refusedNotices(preview),
      ...liveNotices(preview),
      ...unused.map((message): Notice => ({ severity: "info", message })),
    ],
  };
}

/** A run that has nothing left to do is as good as the expected one. */
function unexpectedParts({ environment, expectPlan }: StackConfig, preview: Preview): readonly Issue[] {
  if (expectPlan === undefined || isIdle(preview)) return [];
  const parts = differingParts(expectPlan, preview.digests);
  if (parts.length === 0) return [];
  const message =
    `The plan is not the expected one: ${parts.join(" and ")} differ. It is now ${formatDigests(preview.digests)}; ` +
    `look at \`npm run diff -- ${environment}\`, and set the key to what you accept, or remove it.`;
  return [
    { code: "unexpected-plan", path: configFileName(environment), resource: "flux-monorepo:expectPlan", message },
  ];
}

/** Changes that fail in the cluster although nothing is wrong in Git. */
function refusedNotices({ environments }: Preview): readonly Notice[] {
  const reached = environments.filter(({ reach }) => reach.kind !== "release");
  return reached.flatMap(({ environment, changed }) =>
    changed.flatMap(({ name, origin, effect }): readonly Notice[] =>
      effect.kind === "refused"
        ? [
            {
              severity: "warning",
              message: `${origin} (${name} of ${environment}): the API server will refuse the change of ${effect.fields.join(" and ")}, which cannot change`,
            },
          ]
        : [],
    ),
  );
}

/** More refusals of one cluster than this have one reason, and are read better in the whole preview. */
const listedRefusals = 20;

/** What the API server said to a dry run, at the folders that it is about; what fails by Git alone is told already. */
function liveNotices({ environment, environments, live }: Preview): readonly Notice[] {
  if (live?.kind !== "read") return [];
  const known = new Set(
    environments[0]?.changed.flatMap(({ name, effect }) => (effect.kind === "refused" ? [name] : [])),
  );
  const refused = live.changes.refused.filter(({ name }) => !known.has(name));
  const listed = refused.slice(0, listedRefusals).map(({ origin, name, reason, already }): Notice => {
    const message = `${origin} (${name} of ${environment}): the API server refuses it${already ? ", as it does today" : ""}: ${reason}`;
    return { severity: "warning", message };
  });
  const rest = refused.length - listed.length;
  const more = `The API server refuses ${rest} more objects of ${environment}: npm run diff -- ${environment}`;
  return rest === 0 ? listed : [...listed, { severity: "warning", message: more }];
}
