import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callEngine, type Engine, type EngineResult } from "../../../cli/start/engine";
import { startFolders, type StartFolders } from "../../../cli/start/folders";
import { findPlatform } from "../../../local/platform";
import { pulumiEnvironment } from "../../../tools/pulumi-environment";
import type { Checkout } from "../main-job/checkout";
import { armoredCanary, canary, type Canary } from "./canaries";

/** Everything that one run said, command by command. */
export interface Transcript {
  readonly said: Map<string, string>;
  /** Runs one of the project's commands. */
  readonly npm: Checkout["npm"];
  /** Calls the Pulumi CLI on staging; the second argument goes to its standard input. */
  readonly pulumi: (args: readonly string[], input?: string) => Promise<EngineResult>;
}

/** The most that the engine logs, of itself and of every provider, short of level 11: that one is meant to print credentials. */
export const loud: readonly string[] = ["--verbose=10", "--logtostderr", "--logflow"];

/** The same for commands that run the program. */
export const loudest: readonly string[] = [...loud, "--debug"];

/** Remembers what each command of a checkout prints. */
export async function transcribe(checkout: Checkout): Promise<Transcript> {
  const said = new Map<string, string>();
  const keep = (command: string, text: string): void => void said.set(`${said.size + 1}: ${command}`, text);
  const folders = startFolders(checkout.root);
  const engine: Engine = { tools: await pulumiEnvironment(folders.home), environment: "staging", folders };
  const where = ["--stack", "staging", "--non-interactive"];
  return {
    said,
    npm: async (command, ...args) => {
      const result = await checkout.npm(command, ...args);
      keep(`npm ${command}`, result.output);
      return result;
    },
    pulumi: async (args, input) => {
      const own = takesFile(args) ? ["--config-file", folders.stackFile("staging")] : [];
      const call = { args: [...args, ...where, ...own], cwd: checkout.folder };
      const result = await callEngine(engine, input === undefined ? call : { ...call, input });
      keep(`pulumi ${args.join(" ")}`, result.stdout + result.stderr);
      return result;
    },
  };
}

function takesFile([command = ""]: readonly string[]): boolean {
  return ["up", "preview", "refresh", "destroy", "config"].includes(command);
}

/** What the embedded default keeps for its user, each of a kind of its own. */
export function embeddedCanaries(checkout: Checkout): readonly Canary[] {
  const folders = startFolders(checkout.root);
  const platform = findPlatform("staging", checkout.root);
  if (platform === undefined) throw new Error("the platform is down");
  return [
    canary("token", platform.token),
    canary("passphrase", readFileSync(folders.passphrase, "utf8")),
    canary("age identity", identityOf(checkout)),
    ...sealedValues(folders).map((value) => canary("sealed value", value)),
    armoredCanary("client key", clientKey(platform.kubeconfig)),
  ];
}

/** The age identity of staging. */
export function identityOf({ root }: Checkout): string {
  const [identity] =
    /^AGE-SECRET-KEY-\S+$/m.exec(readFileSync(startFolders(root).ageIdentity("staging"), "utf8")) ?? [];
  if (identity === undefined) throw new Error("staging has no age identity");
  return identity;
}

function sealedValues(folders: StartFolders): readonly string[] {
  const values: unknown = JSON.parse(readFileSync(folders.secrets("staging"), "utf8"));
  return Object.values(values as Readonly<Record<string, string>>);
}

function clientKey(kubeconfig: string): string {
  const data = /"client-key-data": *"([^"]+)"/.exec(readFileSync(kubeconfig, "utf8"))?.[1] ?? "";
  return Buffer.from(data, "base64").toString();
}

/** Files that exist to hold a credential, below the state folder, and folders of what is the cluster itself. */
export const keepers = {
  files: [
    join("local", "git", "token"),
    join("pulumi", "passphrase"),
    join("pulumi", "staging.secrets.json"),
    join("ages", "staging.agekey"),
    join("local", "environments", "staging", "kubeconfig"),
    join("local", "environments", "staging", "controllers", "source-controller", "kubeconfig"),
    join("local", "environments", "staging", "controllers", "kustomize-controller", "kubeconfig"),
    join("local", "git", "ssh", "deploy-key"),
  ],
  cluster: join("local", "environments", "staging", "kwok"),
};
