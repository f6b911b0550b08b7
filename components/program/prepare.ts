import { join } from "node:path";
import { stateFolder } from "../cluster/state-folder";
import type { BuildOptions } from "../kustomize/build-folders";
import { folderCache } from "../kustomize/cache";
import { layerKustomizations } from "../manifests/render";
import { secretKeysOf, type Environment } from "../model/environment";
import { assertNoIssues, type Issue } from "../model/issue";
import { configFileName, rawFromEngine, type StackConfig, unencryptedSecrets } from "../../stacks/config";
import { identityIssues } from "../sops/identities";
import { fluxRelease } from "../../tools/flux-release";
import type { Report } from "../../tools/report";
import { resolveTool } from "../../tools/resolve";
import { type DraftRun, draftRun } from "./draft/draft-run";
import { refuseRun } from "./draft/refuse";
import { Told, toldOr } from "./draft/told";
import { judgeRun } from "./gate";
import { bootstrapOf, type Bootstrap } from "./bootstrap";
import { probeCluster } from "./cluster-probe";
import { monorepoNodes, type MonorepoNodes } from "./nodes";
import { formatMarkdown } from "../preview/report/markdown";
import { previewInput, previewRun, type RunPreview } from "./preview/preview-run";
import { movedSourceIssues } from "./preview/moved-source";
import { pushIssues } from "./publishing";
import { planRun, type Notice, type PlannedRun } from "./repository";
import { runVariables, type RunVariables } from "./variables";

/** What the engine tells a run. */
export interface RunInput {
  /** Name of the stack, which is the environment's. */
  readonly stack: string;
  /** Every value of the stack's configuration, decrypted. */
  readonly config: Readonly<Record<string, string>>;
  /** Nothing will be changed: what cannot be reached is a warning. */
  readonly preview: boolean;
  /** Keys of the configuration that hold something encrypted; absent where the engine does not tell. */
  readonly secretKeys?: readonly string[];
  readonly projectDir: string;
  readonly report: Report;
  /** Cluster variables whose values resources give. @default [] */
  readonly variables?: readonly string[];
  /** Shows a text where it stays, whatever becomes of the run. */
  readonly tell: (text: string) => void;
}

/** A run that was found fit to change things. */
export interface PreparedRun {
  readonly config: StackConfig;
  readonly nodes: MonorepoNodes;
  readonly planned: PlannedRun;
  readonly variables: RunVariables;
  /** Text of a pull request; absent where the run opens none. */
  readonly reviewText?: string;
  /** Absent when the stack writes Git only. */
  readonly bootstrap?: Bootstrap;
  readonly notices: readonly Notice[];
}

/** Decodes, renders, plans and judges a run before there is any resource. Reads the repository and the cluster, and writes to neither. */
export async function prepareRun(input: RunInput): Promise<PreparedRun> {
  const draft = draftRun(input.stack, input.config);
  const { report } = input;
  const stateDir = stateFolder(input.projectDir);
  const build = await toldOr(
    resolveTool("kustomize", report).then(({ path }) => ({ tool: path, cache: folderCache(join(stateDir, "builds")) })),
  );
  const { environment } = draft;
  if (environment === undefined || draft.issues.length > 0 || build instanceof Told)
    return refuseRun({
      draft,
      issues: [...openSecrets(input), ...offlineIssues(input, draft)],
      failures: [],
      build,
      report,
    });
  return prepareSound(input, { ...draft, environment, build, stateDir });
}

/** A run whose configuration and model are sound. */
interface SoundRun extends DraftRun {
  readonly environment: Environment;
  readonly build: BuildOptions;
  readonly stateDir: string;
}

async function prepareSound(input: RunInput, run: SoundRun): Promise<PreparedRun> {
  const { config, model, environment, build } = run;
  const { report, preview: isPreview } = input;
  const given = runVariables(config, environment, input.variables ?? []);
  const [planned, unfit, told] = await Promise.all([
    toldOr(plannedRun(input, run)),
    unfitConfig(config, environment),
    toldOr(lookAround(config, environment, input)),
  ]);
  if (told instanceof Told || planned instanceof Told) {
    const failures = [told, planned].filter((step) => step instanceof Told);
    return refuseRun({
      draft: run,
      issues: [...openSecrets(input), ...unfit, ...given.issues],
      failures,
      build,
      report,
    });
  }
  const judged = await judgeRun({ config, model, planned, build });
  const compared = { config, planned, build, live: isPreview };
  const { summary, notices, preview, ...previewed } = await previewRun(compared);
  const lost = await movedSourceIssues({ config, input: previewInput(compared) });
  // What the cluster refuses is for a preview to say: an update that skips it leaves that to Flux.
  const refused = [...previewed.issues, ...lost, ...(isPreview ? previewed.refusals : previewed.unexpected)];
  if (refused.length > 0 && summary !== undefined) input.tell(summary);
  assertNoIssues([...planned.issues, ...openSecrets(input), ...unfit, ...given.issues, ...judged, ...refused]);
  const layers = layerKustomizations(environment, config.cluster);
  const bootstrap = { environment: environment.name, texts: planned.texts, layers, tool: build.tool };
  return {
    config,
    nodes: monorepoNodes(model, planned.tree),
    planned,
    variables: given.variables,
    ...(config.publishing.mode === "pull-request" ? { reviewText: formatMarkdown([preview]) } : {}),
    ...(config.kube === undefined ? {} : { bootstrap: await bootstrapOf(bootstrap) }),
    notices: [...planned.notices, ...told, ...notices, ...previewNotices(summary, previewed)],
  };
}

async function plannedRun({ report, preview, projectDir }: RunInput, run: SoundRun): Promise<PlannedRun> {
  const { config, model, environment, stateDir } = run;
  const release = await fluxRelease(environment.fluxVersion, report);
  return planRun({ config, model, release, preview, projectDir, stateDir });
}

/** Credentials that the stack's file holds in clear: with its next commit they are in Git for good, so that no run goes on with them. */
function openSecrets({ stack, config, secretKeys }: RunInput): readonly Issue[] {
  return secretKeys === undefined ? [] : unencryptedSecrets(stack, rawFromEngine(config), secretKeys);
}

/** Looks at the cluster, and at its decryption Secret as well, where people keep that and a layer needs it. */
async function lookAround(config: StackConfig, environment: Environment, input: RunInput): Promise<readonly Notice[]> {
  const { kube, cluster, ageIdentities } = config;
  if (kube === undefined) return [];
  const layers = layerKustomizations(environment, cluster);
  const needsSecret = ageIdentities.length === 0 && layers.some(({ spec }) => spec?.decryption !== undefined);
  const secret = needsSecret ? { decryptionSecret: cluster.decryptionSecret } : {};
  return probeCluster({ kube, preview: input.preview, ...secret });
}

/** What the preview says, what an update would refuse, and what Flux will fail with. */
function previewNotices(
  summary: string | undefined,
  { unexpected, refusals }: Pick<RunPreview, "unexpected" | "refusals">,
): readonly Notice[] {
  return [
    ...(summary === undefined ? [] : [{ severity: "info", message: summary } as const]),
    ...unexpected.map(({ message }) => ({ severity: "warning", message }) as const),
    ...refusals.map(({ path, resource = "", message }): Notice => {
      return { severity: "warning", message: `${path} (${resource}): ${message}` };
    }),
  ];
}

/** What is wrong with the values of a configuration that cannot be used. */
function offlineIssues({ variables = [] }: RunInput, { config, environment, issues }: DraftRun): readonly Issue[] {
  if (environment === undefined) return [];
  const isTold = (key: string): boolean => issues.some(({ resource }) => resource?.startsWith(`flux-monorepo:${key}`));
  return [
    ...(isTold("variables") ? [] : runVariables(config, environment, variables).issues),
    ...(isTold("secrets") ? [] : missingSecrets(config, environment)),
  ];
}

async function unfitConfig(config: StackConfig, environment: Environment): Promise<readonly Issue[]> {
  const undecryptable = await identityIssues(configFileName(environment.name), environment, config.ageIdentities);
  return [...missingSecrets(config, environment), ...undecryptable, ...(await pushIssues(config))];
}

/** Without its values a sealed file can neither be written nor be known to be up to date. */
function missingSecrets({ environment: name, secretNames }: StackConfig, environment: Environment): readonly Issue[] {
  return secretKeysOf(environment)
    .filter((key) => !secretNames.includes(key))
    .map((key) => ({
      code: "missing-secret-value",
      path: configFileName(name),
      resource: `flux-monorepo:secrets.${key}`,
      message: `A sealed secret needs the value "${key}"; run \`pulumi config set --secret --path secrets.${key}\`.`,
    }));
}
