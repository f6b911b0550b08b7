import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FluxRelease } from "../components/model/flux-release";
import { IssuesError } from "../components/model/issue";
import { parseRelease, releaseDigest, releaseFromJson, type ManifestFiles } from "./flux/manifests";
import pinned from "./flux/releases.json";
import { manifestSources } from "./flux/sources";
import { thisMachine, type ToolHost } from "./host";
import { silentReport, type Report } from "./report";
import { reasonOf } from "./system/download";

const digests: Readonly<Record<string, string>> = pinned;

/** Every Flux version that this program can install, oldest first. */
export const fluxVersions: readonly string[] = Object.keys(digests);

/** The newest known version that is no newer than the one asked for, else the oldest; the newest of all where none is asked for. */
export function nearestFluxVersion(version: string): string {
  const compare = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });
  const sorted = [...fluxVersions].sort(compare);
  const older = version === "" ? sorted : sorted.filter((known) => compare(known, version) <= 0);
  return older.at(-1) ?? sorted[0] ?? version;
}

/**
 * The manifests of a Flux version, from the tool cache, the official release or a Go module, verified by the pinned digest. They
 * are in canonical form: keys and objects in a fixed order, without the labels part-of, instance and version.
 */
export async function fluxRelease(
  version: string,
  report: Report = silentReport,
  host: ToolHost = thisMachine(),
): Promise<FluxRelease> {
  const digest = pinnedDigest(version);
  const file = cacheFile(version, host);
  const cached = await readFile(file, "utf8").then(releaseFromJson, () => undefined);
  if (cached !== undefined && releaseDigest(cached) === digest) return cached;
  const { release } = await fetchRelease(version, report, host);
  await keep(file, release);
  return release;
}

/** The files of a Flux release as published, after their digest was verified: what a build of the flux CLI embeds. */
export async function fluxManifestFiles(version: string, report: Report, host: ToolHost): Promise<ManifestFiles> {
  return (await fetchRelease(version, report, host)).files;
}

interface Fetched {
  readonly release: FluxRelease;
  readonly files: ManifestFiles;
}

async function fetchRelease(version: string, report: Report, host: ToolHost): Promise<Fetched> {
  const digest = pinnedDigest(version);
  const failures: string[] = [];
  for (const source of manifestSources) {
    const label = `Flux ${version}: manifests from ${source.label}`;
    try {
      const files = await report.step(label, () => source.files(version, host));
      const release = parseRelease(version, files);
      const actual = releaseDigest(release);
      if (actual !== digest)
        throw new Error(`its digest is ${actual}, and ${digest} is pinned in tools/flux/releases.json`);
      report.note(label);
      return { release, files };
    } catch (error) {
      failures.push(`${source.label}: ${reasonOf(error)}`);
    }
  }
  throw unavailable(version, cacheFile(version, host), failures);
}

function pinnedDigest(version: string): string {
  const digest = Object.hasOwn(digests, version) ? digests[version] : undefined;
  if (digest !== undefined) return digest;
  const message = `Flux ${version} is not a version this program knows. Known: ${fluxVersions.join(", ")}; the pinned digest of another goes into this file.`;
  throw new IssuesError([{ code: "unknown-flux-version", path: "tools/flux/releases.json", message }]);
}

function cacheFile(version: string, host: ToolHost): string {
  return join(host.cache, "flux", `${version}.json`);
}

async function keep(file: string, release: FluxRelease): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, JSON.stringify(release));
  await rename(draft, file);
}

function unavailable(version: string, file: string, failures: readonly string[]): IssuesError {
  const said = ["the tool cache: nothing usable", ...failures].map((line) => `\n  - ${line}`).join("");
  const remedy = `\n  By hand: on a machine with the internet or Go run this command, and copy ${file} from there.`;
  const message = `the manifests of Flux ${version} could not be had.${said}${remedy}`;
  return new IssuesError([{ code: "flux-release-unavailable", path: "tools/flux/releases.json", message }]);
}
