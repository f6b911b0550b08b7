import { lastLines, run } from "../run";

/** A version of a Go module. */
export interface GoModule {
  readonly path: string;
  readonly version: string;
}

/** A module as it lies in Go's module cache, its checksum verified by go. */
export interface DownloadedModule {
  readonly zip: string;
  /** Checksum of the zip file as go.sum writes it: `h1:…`. */
  readonly sum: string;
}

/** Environment of every call of go: no flags of the user's own and no workspace change what is built. */
export function goEnvironment(searchPath: string): NodeJS.ProcessEnv {
  return { ...process.env, PATH: searchPath, GOFLAGS: "-mod=readonly", GOWORK: "off" };
}

/** Downloads a module into Go's module cache; `folder` is one that no go.mod governs. */
export async function downloadModule(module: GoModule, folder: string, searchPath: string): Promise<DownloadedModule> {
  const name = `${module.path}@${module.version}`;
  // A module may ask for a newer Go than this machine has: go then fails after the download, and what counts is that it names the file.
  const env = { ...goEnvironment(searchPath), GOFLAGS: "", GOTOOLCHAIN: "local" };
  const { stdout, stderr } = await run("go", ["mod", "download", "-json", name], { cwd: folder, env });
  const answer = stdout.startsWith("{") ? parseAnswer(stdout) : {};
  if (typeof answer["Zip"] === "string" && typeof answer["Sum"] === "string")
    return { zip: answer["Zip"], sum: answer["Sum"] };
  const reason = typeof answer["Error"] === "string" ? answer["Error"] : stderr;
  throw new Error(`go could not download ${name}: ${lastLines(reason)}`);
}

function parseAnswer(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
