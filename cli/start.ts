import { join, resolve } from "node:path";
import { openCluster, type ClusterClient } from "../components/cluster/client";
import { readSource } from "../components/git/source";
import { secretKeysOf } from "../components/model/environment";
import { startPlatform, stateFolder, type LocalPlatform } from "../local/platform";
import { assertEnvironment, configFileName } from "../stacks/config";
import { environmentNames, monorepo } from "../stacks";
import { pulumiEnvironment } from "../tools/pulumi-environment";
import { consoleReport } from "../tools/report";
import { resolveTool } from "../tools/resolve";
import { ageKeysOf } from "./start/secrets/age-identity";
import { demoSecrets } from "./start/secrets/demo-secrets";
import type { Engine } from "./start/engine";
import { startFolders, type StartFolders } from "./start/folders";
import { encryptSecrets, prepareStack } from "./start/stack";
import { describeOutcome, readHeads } from "./start/heads";
import { writeStackFile } from "./start/stack-file";
import { describeCluster } from "./start/summary";
import { update } from "./start/update";

const project = resolve(__dirname, "..");

/** `npm start [-- <environment>]`: the whole main job on the embedded platform. */
async function start(environment: string): Promise<void> {
  assertEnvironment(environment, environmentNames);
  const report = consoleReport();
  const root = stateFolder(project);
  const folders = startFolders(root);
  const tools = await pulumiEnvironment(folders.home, report);
  // The program finds these itself; found here, a long build is seen to move before the update starts.
  for (const name of ["kustomize", "sops"] as const) await resolveTool(name, report);
  const platform = await report.step(`Embedded platform of ${environment}`, () =>
    startPlatform(environment, root, report),
  );
  const engine: Engine = { tools, environment, folders };
  const cluster = await openCluster(platform);
  await prepareStack(engine, await uidOf(cluster), report);
  await encryptSecrets(engine, await writeCopy(platform, folders));
  const stackFile = folders.stackFile(environment);
  if (!(await readSource(project)).clean)
    report.note("The checkout has uncommitted edits: the embedded platform takes them as they are.");
  const before = await readHeads(platform, stackFile, root);
  const { changed } = await update(engine, project);
  const after = await readHeads(platform, stackFile, root);
  console.log(`\n${describeOutcome(environment, { before, after, changed })}\n`);
  console.log(await describeCluster(cluster));
}

async function writeCopy(platform: LocalPlatform, folders: StartFolders): Promise<Readonly<Record<string, string>>> {
  const { environment } = platform;
  const keys = await ageKeysOf(environmentNames, folders);
  const own = keys[environment];
  if (own === undefined) throw new Error(`no age identity was made for ${environment}`);
  const recipients = Object.entries(keys).map(([name, { recipient }]) => [name, [recipient]] as const);
  const model = monorepo().environments[environment];
  const values = demoSecrets(folders.secrets(environment), model === undefined ? [] : secretKeysOf(model));
  const copy = {
    path: folders.stackFile(environment),
    original: join(project, configFileName(environment)),
    digestKey: own.identity,
  };
  return writeStackFile(copy, {
    plain: {
      repository: platform.repositoryUrl,
      gitUsername: platform.username,
      kubeconfig: platform.kubeconfig,
      context: platform.context,
      ageRecipients: Object.fromEntries(recipients),
      allowUncleanSource: true,
    },
    secret: {
      gitToken: platform.token,
      ageIdentity: own.identity,
      // Each is a secret of its own, so that the engine masks it in its logs.
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`secrets.${name}`, value])),
    },
  });
}

async function uidOf(cluster: ClusterClient): Promise<string> {
  const namespace = await cluster.get({ apiVersion: "v1", kind: "Namespace", name: "kube-system" });
  if (namespace === undefined)
    throw new Error("the embedded cluster has no kube-system namespace yet; run this again.");
  return namespace.metadata.uid;
}

start(process.argv[2] ?? environmentNames[0]).catch((error: unknown) => {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
