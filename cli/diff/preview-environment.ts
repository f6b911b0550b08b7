import type { BuildOptions } from "../../components/kustomize/build-folders";
import { assertNoIssues, type Issue } from "../../components/model/issue";
import { withKnownFlux } from "../../components/program/draft/flux-versions";
import { judgeRun } from "../../components/program/gate";
import { previewRun } from "../../components/program/preview/preview-run";
import { planRun, type Notice, type PlannedRun } from "../../components/program/repository";
import type { RunTrees } from "../../components/program/trees";
import type { Preview } from "../../components/preview/preview";
import type { StackConfig } from "../../stacks/config";
import { monorepo } from "../../stacks";
import { fluxRelease } from "../../tools/flux-release";
import type { Report } from "../../tools/report";

/** Where and how a preview is computed. */
export interface DiffPlace {
  readonly project: string;
  readonly stateDir: string;
  readonly report: Report;
  readonly build: BuildOptions;
  /** Whether to ask the cluster as well. */
  readonly live: boolean;
  /** States of the monorepo that take the place of the repository's. */
  readonly trees?: RunTrees;
}

/** One environment's preview, and what an update would say to it. */
export interface Previewed {
  readonly preview: Preview;
  /** What an update would be refused for. */
  readonly issues: readonly Issue[];
  /** What of the change the API server refuses. */
  readonly refusals: readonly Issue[];
  readonly notices: readonly Notice[];
}

/** Plans an environment's update against the repository as it is now, and compares. Writes to neither repository nor cluster. */
export async function previewEnvironment(config: StackConfig, place: DiffPlace): Promise<Previewed> {
  const planned = await plannedTrees(config, place);
  const { preview, issues, refusals, unexpected, notices } = await previewRun({
    config,
    planned,
    build: place.build,
    live: place.live,
  });
  return {
    preview,
    issues: [...planned.issues, ...planned.judged, ...issues, ...unexpected],
    refusals,
    notices: [...planned.notices, ...notices],
  };
}

interface PlannedTrees extends Pick<PlannedRun, "trees" | "issues" | "notices"> {
  /** What the gate has against the tree as it would be. */
  readonly judged: readonly Issue[];
}

async function plannedTrees(
  config: StackConfig,
  { trees, project, stateDir, report, build }: DiffPlace,
): Promise<PlannedTrees> {
  const { model, issues } = withKnownFlux(monorepo({ ageRecipients: config.ageRecipients }));
  if (trees !== undefined) {
    const planned = { texts: trees.planned.texts, pending: new Map() };
    return { trees, issues: [], notices: [], judged: await judgeRun({ config, model, planned, build }) };
  }
  assertNoIssues(issues);
  const release = await fluxRelease(model.environments[config.environment]?.fluxVersion ?? "", report);
  const planned = await planRun({ config, model, release, preview: true, projectDir: project, stateDir });
  return { ...planned, judged: await judgeRun({ config, model, planned, build }) };
}
