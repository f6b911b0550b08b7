import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { stateFolder } from "../../local/folders";
import { findPlatform } from "../../local/platform";
import { configFileName, decodeConfig, rawFromEngine, readConfigFile, type StackConfig } from "../../stacks/config";
import { environmentNames } from "../../stacks";
import { startFolders } from "../start/folders";
import { valuesOfCopy } from "../start/stack-file";

/** Where a stack's configuration comes from: its file, with the engine's help where credentials are encrypted, or the embedded platform. */
export type StackPlace = "file" | "engine" | "embedded";

const execute = promisify(execFile);

/** One environment's configuration. @throws IssuesError, or an error that says why its credentials cannot be read */
export async function stackConfig(project: string, environment: string, place: StackPlace): Promise<StackConfig> {
  if (place === "embedded") return embeddedConfig(project, environment);
  const config = decodeConfig(
    environment,
    readConfigFile(join(project, configFileName(environment))),
    environmentNames,
  );
  if (place === "file" || config.access.credentials.kind !== "encrypted") return config;
  return decodeConfig(environment, rawFromEngine(await decrypted(project, environment)), environmentNames);
}

/** Whether an environment runs on the embedded platform. */
export function isEmbedded(project: string, environment: string): boolean {
  const root = stateFolder(project);
  return existsSync(startFolders(root).stackFile(environment)) && findPlatform(environment, root) !== undefined;
}

/** What `npm start` would write into its stack file now, with the platform's own credentials in place of the encrypted ones. */
function embeddedConfig(project: string, environment: string): StackConfig {
  const root = stateFolder(project);
  const file = startFolders(root).stackFile(environment);
  const platform = findPlatform(environment, root);
  if (!existsSync(file) || platform === undefined) {
    throw new Error(
      `The embedded platform of ${environment} does not run; bring it up by \`npm start -- ${environment}\`.`,
    );
  }
  const own = { repository: platform.repositoryUrl, gitUsername: platform.username, gitToken: platform.token };
  const values = valuesOfCopy(readConfigFile(file), readConfigFile(join(project, configFileName(environment))));
  return decodeConfig(environment, { ...values, ...own }, environmentNames);
}

async function decrypted(project: string, environment: string): Promise<Readonly<Record<string, string>>> {
  try {
    const { stdout } = await execute("pulumi", ["config", "--json", "--show-secrets", "--stack", environment], {
      cwd: project,
    });
    const values: unknown = JSON.parse(stdout);
    const entries = typeof values === "object" && values !== null ? Object.entries(values) : [];
    return Object.fromEntries(entries.flatMap(([key, value]) => (isValue(value) ? [[key, value.value] as const] : [])));
  } catch (cause) {
    const message =
      `The repository's credentials are encrypted in ${configFileName(environment)}, and \`pulumi config\` could not read them. ` +
      "Log in by `pulumi login`, or compare with a checkout of the monorepo by --against <folder>.";
    throw new Error(message, { cause });
  }
}

function isValue(value: unknown): value is { readonly value: string } {
  return typeof value === "object" && value !== null && "value" in value && typeof value.value === "string";
}
