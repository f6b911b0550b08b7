import { join } from "node:path";
import { render } from "../../components/manifests/render";
import type { MonorepoModel } from "../../components/model/environment";
import type { FileTree } from "../../components/model/file-tree";
import type { FluxRelease } from "../../components/model/flux-release";
import { IssuesError, type Issue } from "../../components/model/issue";
import { configFileName, decodeConfig, readConfigFile, type StackConfig } from "../../stacks/config";
import { environmentNames, monorepo } from "../../stacks";
import { fluxRelease } from "../../tools/flux-release";
import type { Report } from "../../tools/report";

type Configs = Readonly<Record<string, StackConfig>>;

/** The whole tree with `clusters/<env>/` of the named environments, from stacks/ and their stack files; sealed files stay unsealed. */
export async function renderedTree(
  project: string,
  environments: readonly string[],
  report: Report,
): Promise<FileTree> {
  const configs = readConfigs(project, environments);
  const model = monorepo({ ageRecipients: recipientsOf(configs) });
  return render({ model, clusters: await clusterInputs(model, configs, report) });
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

function readConfigs(project: string, environments: readonly string[]): Configs {
  const issues: Issue[] = [];
  const configs: Record<string, StackConfig> = {};
  for (const name of environments) {
    try {
      const raw = readConfigFile(join(project, configFileName(name)));
      configs[name] = decodeConfig(name, raw, environmentNames);
    } catch (error) {
      if (!(error instanceof IssuesError)) throw error;
      issues.push(...error.issues);
    }
  }
  if (issues.length > 0) throw new IssuesError(issues);
  return configs;
}

/** Each stack's word on its own recipients counts before what the others say about them. */
function recipientsOf(configs: Configs): Readonly<Record<string, readonly string[]>> {
  const said = Object.values(configs).flatMap(({ ageRecipients }) => Object.entries(ageRecipients));
  const own = Object.entries(configs).flatMap(([name, { ageRecipients }]) =>
    Object.entries(ageRecipients).filter(([environment]) => environment === name),
  );
  return Object.fromEntries([...said, ...own]);
}

async function clusterInputs(
  model: MonorepoModel,
  configs: Configs,
  report: Report,
): Promise<Parameters<typeof render>[0]["clusters"]> {
  const releases = new Map<string, Promise<FluxRelease>>();
  const inputs = Object.entries(configs).map(async ([name, { cluster }]) => {
    const version = model.environments[name]?.fluxVersion ?? "";
    const release = releases.get(version) ?? fluxRelease(version, report);
    releases.set(version, release);
    return [name, { settings: cluster, release: await release }] as const;
  });
  return Object.fromEntries(await Promise.all(inputs));
}
