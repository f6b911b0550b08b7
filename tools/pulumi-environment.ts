import { copyFile, link, lstat, mkdir, readlink, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import { fillFolder } from "./acquire/cache";
import { findProgram, isProgram } from "./acquire/path";
import { kubernetesPluginVersion } from "./catalog/pulumi";
import { thisMachine } from "./host";
import { silentReport, type Report } from "./report";
import { resolveTool, type ResolvedTool } from "./resolve";

/** A Pulumi CLI with everything beside it that this project's programs need. */
export interface PulumiEnvironment {
  /** Path of the CLI. */
  readonly command: string;
  /** Variables for every call of it: PATH, PULUMI_HOME and no check for updates. The backend and passphrase are the caller's. */
  readonly variables: {
    readonly PATH: string;
    readonly PULUMI_HOME: string;
    readonly PULUMI_SKIP_UPDATE_CHECK: string;
  };
}

/**
 * Provides the Pulumi CLI with its Node.js language host, the host of dynamic providers and the Kubernetes plugin. The plugin is
 * linked into `home`, a folder of the caller's own, as Pulumi itself would have installed it; the user's ~/.pulumi stays untouched.
 */
export async function pulumiEnvironment(home: string, report: Report = silentReport): Promise<PulumiEnvironment> {
  const pulumi = await resolveTool("pulumi", report);
  const command = await withLanguageHost(pulumi, report);
  await linkKubernetesPlugin(home, report);
  const folders = [dirname(command), join(__dirname, "..", "node_modules", ".bin"), thisMachine().searchPath];
  const PATH = folders.join(delimiter);
  return { command, variables: { PATH, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" } };
}

const languageHostName = "pulumi-language-nodejs";

/** An installation brings its language hosts along; what was built from modules is brought together in a folder like one. */
async function withLanguageHost(pulumi: ResolvedTool, report: Report): Promise<string> {
  const folder = dirname(await realpath(pulumi.path));
  if (await isProgram(join(folder, languageHostName))) return pulumi.path;
  if (pulumi.origin === "path" && (await findProgram(languageHostName, thisMachine().searchPath)) !== undefined)
    return pulumi.path;
  const languageHost = await resolveTool(languageHostName, report);
  const built = basename(dirname(languageHost.path)).split("-").at(-1) ?? languageHost.version;
  const bundle = join(thisMachine().cache, "pulumi", `${basename(folder)}-${built}`);
  await fillFolder({ folder: bundle, name: "pulumi", report }, async (draft) => {
    await linkOrCopy(pulumi.path, join(draft, "pulumi"));
    await linkOrCopy(languageHost.path, join(draft, languageHostName));
    await writeFile(join(draft, "pulumi-resource-pulumi-nodejs"), dynamicProviderHost, { mode: 0o755 });
    return "module";
  });
  return join(bundle, "pulumi");
}

/** Starts the dynamic provider of the SDK that the program in the working folder uses, as the script of the official release does. */
const dynamicProviderHost = `#!/bin/sh
exec node "$(node -p 'require.resolve("@pulumi/pulumi/cmd/dynamic-provider")')" "$@"
`;

/** Pulumi looks beside the file that a link points to, so that a symbolic one would not do. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  const source = await realpath(from);
  await link(source, to).catch(() => copyFile(source, to));
}

async function linkKubernetesPlugin(home: string, report: Report): Promise<void> {
  const name = "pulumi-resource-kubernetes";
  const file = join(home, "plugins", `resource-kubernetes-${kubernetesPluginVersion}`, name);
  const entry = await lstat(file).catch(() => undefined);
  // What Pulumi installed itself is a file, and stays.
  if (entry?.isFile() === true) return;
  const { path } = await resolveTool(name, report);
  const target = await readlink(file).catch(() => undefined);
  if (target === path) return;
  // Renamed into place: another process may be linking the same.
  const draft = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await rm(draft, { force: true });
  await symlink(path, draft);
  await rename(draft, file);
}
