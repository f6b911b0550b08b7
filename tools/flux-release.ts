import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { FluxRelease } from "../components/model/flux-release";
import { IssuesError } from "../components/model/issue";
import { readTarGz, readZip } from "./archive";
import { reasonOf } from "./download";
import { parseRelease, releaseDigest, releaseFromJson, type ManifestFiles } from "./flux-manifests";
import pinned from "./flux-releases.json";
import { thisMachine, type ToolHost } from "./host";
import { silentReport, type Report } from "./report";
import { lastLines, run } from "./run";

const digests: Readonly<Record<string, string>> = pinned;

/** Every Flux version that this program can install, oldest first. */
export const fluxVersions: readonly string[] = Object.keys(digests);

/** Go module that carries the manifests of every release as data, and nothing else that is used here. */
const dataModule = { path: "github.com/controlplaneio-fluxcd/flux-operator", version: "v0.59.0" } as const;

interface Source {
  readonly label: string;
  readonly files: (version: string, host: ToolHost) => Promise<ManifestFiles>;
}

const sources: readonly Source[] = [
  { label: "the official release", files: officialManifests },
  { label: `the Go module ${dataModule.path}@${dataModule.version}`, files: moduleManifests },
];

/** The manifests of a Flux version: from the tool cache, the official release or a Go module, and the pinned digest each time. */
export async function fluxRelease(version: string, report: Report = silentReport, host: ToolHost = thisMachine()): Promise<FluxRelease> {
  const digest = digests[version];
  if (digest === undefined) throw unknownVersion(version);
  const file = join(host.cache, "flux", `${version}.json`);
  const cached = await readFile(file, "utf8").then(releaseFromJson, () => undefined);
  if (cached !== undefined && releaseDigest(cached) === digest) return cached;
  const failures: string[] = [];
  for (const { label, files } of sources) {
    try {
      const release = await report.step(`Flux ${version}: manifests from ${label}`, async () => parseRelease(version, await files(version, host)));
      const actual = releaseDigest(release);
      if (actual !== digest) throw new Error(`its digest is ${actual}, and ${digest} is pinned in tools/flux-releases.json`);
      await keep(file, release);
      report.note(`Flux ${version}: manifests from ${label}`);
      return release;
    } catch (error) {
      failures.push(`${label}: ${reasonOf(error)}`);
    }
  }
  throw unavailable(version, file, failures);
}

async function officialManifests(version: string, { download }: ToolHost): Promise<ManifestFiles> {
  const archive = await download(`https://github.com/fluxcd/flux2/releases/download/${version}/manifests.tar.gz`);
  return byBasename(readTarGz(archive));
}

/** The manifests of a version that the data module has; used for pinning as well. */
export async function moduleManifests(version: string): Promise<ManifestFiles> {
  const folder = await mkdtemp(join(tmpdir(), "flux-manifests-"));
  try {
    // The module may ask for a newer Go than this machine has, and go then fails after the download: what counts is whether it names the file.
    const env = { ...process.env, GOFLAGS: "", GOTOOLCHAIN: "local", GOWORK: "off" };
    const { stdout, stderr } = await run("go", ["mod", "download", "-json", `${dataModule.path}@${dataModule.version}`], { cwd: folder, env });
    const zip = /"Zip": ("[^\n]*")/.exec(stdout)?.[1];
    if (zip === undefined) throw new Error(lastLines(/"Error": "(.*)"/.exec(stdout)?.[1] ?? stderr));
    const prefix = `${dataModule.path}@${dataModule.version}/config/data/flux/${version}/`;
    return byBasename(readZip(await readFile(String(JSON.parse(zip))), (path) => path.startsWith(prefix)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function byBasename(files: ReadonlyMap<string, Buffer>): ManifestFiles {
  return new Map([...files].map(([path, content]) => [basename(path), content.toString("utf8")]));
}

async function keep(file: string, release: FluxRelease): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(draft, JSON.stringify(release));
  await rename(draft, file);
}

function unknownVersion(version: string): IssuesError {
  const message = `Flux ${version} is not a version this program knows. Known: ${fluxVersions.join(", ")}`;
  return new IssuesError([{ code: "unknown-flux-version", path: "tools/flux-releases.json", message }]);
}

function unavailable(version: string, file: string, failures: readonly string[]): IssuesError {
  const said = ["the tool cache: nothing usable", ...failures].map((line) => `\n  - ${line}`).join("");
  const remedy = `\n  By hand: on a machine with the internet or Go run this command, and copy ${file} from there.`;
  const message = `the manifests of Flux ${version} could not be had.${said}${remedy}`;
  return new IssuesError([{ code: "flux-release-unavailable", path: "tools/flux-releases.json", message }]);
}
