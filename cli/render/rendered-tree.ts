import { join } from "node:path";
import { render } from "../../components/manifests/render";
import type { MonorepoModel } from "../../components/model/environment";
import type { FileTree } from "../../components/model/file-tree";
import type { FluxRelease } from "../../components/model/flux-release";
import { assertNoIssues, type Issue, IssuesError } from "../../components/model/issue";
import { gather } from "../../components/model/report/gather";
import type { LeftOut } from "../../components/model/report/left-out";
import { withKnownFlux } from "../../components/program/draft/flux-versions";
import { configFileName, draftConfigFile, type RawConfig, type StackConfig } from "../../stacks/config";
import { environmentNames, monorepo } from "../../stacks";
import { fluxRelease } from "../../tools/flux-release";
import type { Report } from "../../tools/report";

type Configs = Readonly<Record<string, StackConfig>>;
type Clusters = Parameters<typeof render>[0]["clusters"];

/** The tree as far as it can be rendered, and everything that is wrong with what it is rendered from. */
export interface DraftTree {
  /** Undefined where nothing can be rendered. */
  readonly tree: FileTree | undefined;
  readonly model: MonorepoModel;
  readonly issues: readonly Issue[];
  readonly leftOut: readonly LeftOut[];
  readonly unchecked: readonly string[];
  /** Environment → what its stack file holds. */
  readonly raw: Readonly<Record<string, RawConfig>>;
}

/**
 * The whole tree with `clusters/<env>/` of the named environments, from stacks/ and their stack files; sealed files stay unsealed.
 * @throws IssuesError with everything that is wrong in any of them
 */
export async function renderedTree(
  project: string,
  environments: readonly string[],
  report: Report,
): Promise<FileTree> {
  const { tree = new Map(), issues, unchecked } = await draftTree(project, environments, report);
  assertNoIssues(issues, unchecked);
  return tree;
}

/** The same without what is wrong. */
export async function draftTree(project: string, environments: readonly string[], report: Report): Promise<DraftTree> {
  const drafts = environments.map((name) => {
    const file = join(project, configFileName(name));
    return [name, draftConfigFile(name, file, environmentNames)] as const;
  });
  const configs = Object.fromEntries(drafts.map(([name, { config }]) => [name, config]));
  const modelled = gather(() => monorepo({ ageRecipients: recipientsOf(configs) }));
  const known = withKnownFlux(modelled.value ?? { environments: {} });
  const { clusters, ...fetched } = await clusterInputs(known.model, configs, report);
  const rendered = gather(() => (modelled.value === undefined ? undefined : render({ model: known.model, clusters })));
  const issues = [...modelled.issues, ...known.issues, ...fetched.issues, ...rendered.issues];
  return {
    tree: rendered.value,
    model: known.model,
    issues: [...drafts.flatMap(([, draft]) => draft.issues), ...issues],
    leftOut: [...modelled.leftOut, ...rendered.leftOut],
    raw: Object.fromEntries(drafts.map(([name, { raw }]) => [name, raw])),
    unchecked: rendered.value === undefined ? ["the gate's rules: nothing could be rendered."] : fetched.unchecked,
  };
}

/** The files that one environment's cluster builds, and those at the root. */
export function filesOfEnvironment(tree: FileTree, model: MonorepoModel, name: string): FileTree {
  const environment = model.environments[name];
  const alone = render({
    model: { environments: environment === undefined ? {} : { [name]: environment } },
    clusters: {},
  });
  return new Map([...tree].filter(([path]) => alone.has(path) || path.startsWith(`clusters/${name}/`)));
}

/** Each stack's word on its own recipients counts before what the others say about them. */
function recipientsOf(configs: Configs): Readonly<Record<string, readonly string[]>> {
  const said = Object.values(configs).flatMap(({ ageRecipients }) => Object.entries(ageRecipients));
  const own = Object.entries(configs).flatMap(([name, { ageRecipients }]) =>
    Object.entries(ageRecipients).filter(([environment]) => environment === name),
  );
  return Object.fromEntries([...said, ...own]);
}

interface Fetched extends Pick<DraftTree, "issues" | "unchecked"> {
  readonly clusters: Clusters;
}

/** What `clusters/<env>/` needs besides the model; an environment whose release cannot be had goes without. */
async function clusterInputs(model: MonorepoModel, configs: Configs, report: Report): Promise<Fetched> {
  const releases = new Map<string, Promise<FluxRelease | IssuesError>>();
  const wanted = Object.entries(configs).flatMap(([name, { cluster }]) => {
    const version = model.environments[name]?.fluxVersion;
    return version === undefined ? [] : [{ name, cluster, version }];
  });
  for (const { version } of wanted)
    if (!releases.has(version)) releases.set(version, fluxRelease(version, report).catch(issuesAlone));
  const had = await Promise.all(wanted.map(async (one) => ({ ...one, release: await releases.get(one.version) })));
  const lacking = had.filter(({ release }) => release instanceof IssuesError).map(({ name }) => name);
  const failures = new Set(had.flatMap(({ release }) => (release instanceof IssuesError ? [release] : [])));
  return {
    clusters: Object.fromEntries(
      had.flatMap(({ name, cluster: settings, release }) =>
        release === undefined || release instanceof IssuesError ? [] : [[name, { settings, release }] as const],
      ),
    ),
    issues: [...failures].flatMap(({ issues }) => issues),
    unchecked: lacking.map((name) => `what the cluster of ${name} would run: the manifests of its Flux are missing.`),
  };
}

function issuesAlone(error: unknown): IssuesError {
  if (error instanceof IssuesError) return error;
  throw error;
}
