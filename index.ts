import * as pulumi from "@pulumi/pulumi";
import { ClusterError } from "./components/cluster/errors";
import { deliver, type DeliveryOutputs, type ResourceVariables } from "./components/delivery";
import { ownRepository, type RepositoryOutputs } from "./components/github";
import { IssuesError } from "./components/model/issue";
import { prepareRun } from "./components/program/prepare";
import { decodeGitHubStack, gitHubStack, rawFromEngine } from "./stacks/config";
import { repository } from "./stacks/github";
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
const variables: ResourceVariables = {};

async function run(): Promise<DeliveryOutputs | RepositoryOutputs> {
  const raw = pulumi.runtime.allConfig();
  if (pulumi.getStack() === gitHubStack) return ownRepository(decodeGitHubStack(rawFromEngine(raw), repository));
  const prepared = await prepareRun({
    stack: pulumi.getStack(),
    config: raw,
    preview: pulumi.runtime.isDryRun(),
    projectDir: __dirname,
    variables: Object.keys(variables),
    report,
    tell: (text) => void pulumi.log.info(text),
  });
  return deliver(prepared, variables);
}

/** Ends the program with the message of an error that people can act on, and with the stack of any other. */
function refuse(error: unknown): never {
  const known = error instanceof IssuesError || error instanceof ClusterError;
  const text = known ? error.message : error instanceof Error ? error.stack : String(error);
  const refusal = new pulumi.RunError(text);
  // The engine inspects an error that has a stack, and Node 22 never ends with one that names `node_modules/@pulumi/resource.ts`.
  refusal.stack = "";
  throw refusal;
}

/** The Pulumi program: configuration → plan → judge → resources; or, in the one stack that is no environment, the repository itself. */
export = (): ReturnType<typeof run> => run().catch(refuse);
