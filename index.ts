import * as pulumi from "@pulumi/pulumi";
import { ClusterError } from "./components/cluster/errors";
import { stateFolder } from "./components/cluster/state-folder";
import type * as Delivery from "./components/delivery";
import { GitFault } from "./components/git/transport/fault";
import type * as GitHub from "./components/github";
import { assertNoIssues, IssuesError } from "./components/model/issue";
import type * as Prepare from "./components/program/prepare";
import type * as Stacks from "./stacks/config";
import type * as GitHubStack from "./stacks/github";
import { compileIssues, uncompiled } from "./tools/compile/compile-issues";
import { nodeIssues } from "./tools/node-version";
import type { Report } from "./tools/report";

/** Progress stands in the engine's status line and leaves no trace. */
const report: Report = {
  note: (line) => void pulumi.log.info(line, undefined, undefined, true),
  step: (label, work) => (report.note(label), work()),
};

/**
 * Cluster variables whose values other resources give: a name of `stacks/cluster/variables.ts` → what makes the value, called once the
 * run is found fit. For example `tunnelId: () => new Tunnel("web", { … }).id`.
 */
const variables: Delivery.ResourceVariables = {};

const projectDir = __dirname;

/** Loads nothing of stacks/ before it compiles, so that people read the mistake itself and not what it leads to. */
async function run(): Promise<Delivery.DeliveryOutputs | GitHub.RepositoryOutputs> {
  assertNoIssues(nodeIssues(process.versions.node));
  assertNoIssues(await compileIssues({ projectDir, stateDir: stateFolder(projectDir), report }), [uncompiled]);
  const config = pulumi.runtime.allConfig();
  const { decodeGitHubStack, gitHubStack, rawFromEngine, unencryptedSecrets } = load(
    "./stacks/config",
  ) as typeof Stacks;
  const { secretKeys } = encrypted();
  if (pulumi.getStack() === gitHubStack) {
    if (secretKeys !== undefined) assertNoIssues(unencryptedSecrets(gitHubStack, rawFromEngine(config), secretKeys));
    const { repository } = load("./stacks/github") as typeof GitHubStack;
    const { ownRepository } = load("./components/github") as typeof GitHub;
    return ownRepository(decodeGitHubStack(rawFromEngine(config), repository));
  }
  const { prepareRun } = load("./components/program/prepare") as typeof Prepare;
  const prepared = await prepareRun({
    stack: pulumi.getStack(),
    config,
    preview: pulumi.runtime.isDryRun(),
    ...(secretKeys === undefined ? {} : { secretKeys }),
    projectDir,
    variables: Object.keys(variables),
    report,
    tell: (text) => void pulumi.log.info(text),
  });
  const { deliver } = load("./components/delivery") as typeof Delivery;
  return deliver(prepared, variables);
}

/** What the engine tells of the configuration's secrets; its SDK reads the same variable. */
function encrypted(): { readonly secretKeys?: readonly string[] } {
  const keys: unknown = JSON.parse(process.env["PULUMI_CONFIG_SECRET_KEYS"] ?? "null");
  return Array.isArray(keys) ? { secretKeys: keys.map(String) } : {};
}

/** A module of the program, when it is its turn. */
function load(path: string): unknown {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- TypeScript is read by the hook of `require`, not of `import()`
  return require(path);
}

/** Ends the program with the message of an error that people can act on, and with the stack of any other. */
function refuse(error: unknown): never {
  const known = [IssuesError, ClusterError, GitFault].some((kind) => error instanceof kind);
  const text = error instanceof Error ? (known ? error.message : error.stack) : String(error);
  const refusal = new pulumi.RunError(text);
  // The engine inspects an error that has a stack, and Node 22 never ends with one that names `node_modules/@pulumi/resource.ts`.
  refusal.stack = "";
  throw refusal;
}

/** The Pulumi program: configuration → plan → judge → resources; or, in the one stack that is no environment, the repository itself. */
export = (): ReturnType<typeof run> => run().catch(refuse);
