import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ageKeysOf } from "../../../cli/start/secrets/age-identity";
import { demoSecrets } from "../../../cli/start/secrets/demo-secrets";
import type { Engine } from "../../../cli/start/engine";
import { startFolders } from "../../../cli/start/folders";
import { encryptSecrets, prepareStack } from "../../../cli/start/stack";
import { writeStackFile } from "../../../cli/start/stack-file";
import { secretKeysOf } from "../../../components/model/environment";
import { environmentNames, monorepo } from "../../../stacks";
import { pulumiEnvironment } from "../../../tools/pulumi-environment";
import { silentReport } from "../../../tools/report";
import { serveHttp, type HttpServer } from "../../components/git/http-server";
import { FakeGitHub, personalToken } from "../../components/github/fake-github";
import { makeCheckout, type Checkout } from "../main-job/checkout";
import { openStack, type Pulumi } from "../main-job/stack";

/** Staging's stack on the real engine, without a cluster: a Git server on loopback holds its repository, and a fake GitHub its requests. */
export interface GitOnly {
  readonly checkout: Checkout;
  readonly pulumi: Pulumi;
  readonly gitHub: FakeGitHub;
  /** Folder that the mode `files` writes. */
  readonly worktree: string;
  /** The repository's bare folder. */
  readonly bare: string;
  /** Plain git of a person, in a folder. */
  readonly git: (folder: string, ...args: readonly string[]) => string;
  /** Configures the stack: beside the keys that any run needs, these. */
  readonly configure: (
    plain: Readonly<Record<string, unknown>>,
    secret?: Readonly<Record<string, string>>,
  ) => Promise<void>;
  /** Has the repository run a script on every push; undefined removes it. */
  readonly onPush: (script: string | undefined) => void;
  /** Puts an empty repository in the place of the one before. */
  readonly rebuild: () => void;
  readonly remove: () => Promise<void>;
}

const environment = "staging";

/** Brings up both servers and the stack. */
export async function bringUpGitOnly(): Promise<GitOnly> {
  const checkout = makeCheckout();
  const served = join(checkout.root, "served");
  const bare = join(served, "acme", "monorepo.git");
  const gitHub = new FakeGitHub();
  await gitHub.listen();
  const isWriter = (user: string): boolean =>
    user === `git:${personalToken}` || gitHub.drawn.some((token) => user === `x-access-token:${token}`);
  const server = await serveHttp(served, { writer: isWriter });
  const git = gitIn(checkout.root);
  const rebuild = (): void => {
    rmSync(bare, { recursive: true, force: true });
    mkdirSync(bare, { recursive: true });
    git(bare, "init", "--quiet", "--bare", "--initial-branch=main");
  };
  rebuild();
  const folders = startFolders(checkout.root);
  const engine: Engine = { tools: await pulumiEnvironment(folders.home), environment, folders };
  await prepareStack(engine, "", silentReport);
  return {
    ...{ checkout, gitHub, bare, git, rebuild, configure: await configurer(engine, checkout, server) },
    pulumi: await openStack(checkout, environment),
    worktree: join(checkout.root, "worktree"),
    onPush: (script) => {
      const hook = join(bare, "hooks", "pre-receive");
      rmSync(hook, { force: true });
      if (script === undefined) return;
      mkdirSync(join(bare, "hooks"), { recursive: true });
      writeFileSync(hook, `#!/bin/sh\n${script}\n`);
      chmodSync(hook, 0o755);
    },
    remove: async () => {
      gitHub.close();
      await server.close();
      await checkout.remove();
    },
  };
}

async function configurer(engine: Engine, checkout: Checkout, server: HttpServer): Promise<GitOnly["configure"]> {
  const { folders } = engine;
  const keys = await ageKeysOf(environmentNames, folders);
  const model = monorepo().environments[environment];
  const values = demoSecrets(folders.secrets(environment), model === undefined ? [] : secretKeysOf(model));
  const own = keys[environment]?.identity ?? "";
  const copy = {
    path: folders.stackFile(environment),
    original: join(checkout.folder, `Pulumi.${environment}.yaml`),
    digestKey: own,
  };
  return async (plain, secret = { gitToken: personalToken }) => {
    const pending = writeStackFile(copy, {
      plain: {
        repository: `${server.url}/acme/monorepo.git`,
        cluster: false,
        ageRecipients: Object.fromEntries(Object.entries(keys).map(([name, { recipient }]) => [name, [recipient]])),
        ...plain,
      },
      secret: {
        ...secret,
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`secrets.${name}`, value])),
      },
    });
    await encryptSecrets(engine, pending);
  };
}

function gitIn(home: string): GitOnly["git"] {
  const env = {
    ...{ PATH: process.env["PATH"], HOME: home, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    ...{ GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.org" },
    ...{ GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.org" },
  };
  return (folder, ...args) =>
    execFileSync("git", args, { cwd: folder, env, encoding: "utf8", maxBuffer: 1 << 28 }).trim();
}

/** Text of a state file of the stack. */
export function stateOf({ checkout }: GitOnly): string {
  const folder = startFolders(checkout.root).pulumi;
  return readFileSync(join(folder, ".pulumi", "stacks", "flux-monorepo", `${environment}.json`), "utf8");
}
