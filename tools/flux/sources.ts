import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { ToolHost } from "../host";
import { readTarGz, readZip } from "../system/archive";
import { downloadModule } from "../system/go-module";
import type { ManifestFiles } from "./manifests";

/** A place that publishes the manifests of Flux releases. */
export interface ManifestSource {
  readonly label: string;
  readonly files: (version: string, host: ToolHost) => Promise<ManifestFiles>;
}

/** Go module that carries the manifests of every release as data; nothing else of it is used. */
const dataModule = { path: "github.com/controlplaneio-fluxcd/flux-operator", version: "v0.59.0" } as const;

/** Where the manifests of a release come from, in the order that they are tried. */
export const manifestSources: readonly ManifestSource[] = [
  { label: "the official release", files: officialManifests },
  { label: `the Go module ${dataModule.path}@${dataModule.version}`, files: moduleManifests },
];

async function officialManifests(version: string, { download }: ToolHost): Promise<ManifestFiles> {
  const archive = await download(`https://github.com/fluxcd/flux2/releases/download/${version}/manifests.tar.gz`);
  return byBasename(readTarGz(archive));
}

/** The manifests of a version that the data module has; the digests were pinned from these. */
export async function moduleManifests(
  version: string,
  { searchPath }: Pick<ToolHost, "searchPath">,
): Promise<ManifestFiles> {
  const folder = await mkdtemp(join(tmpdir(), "flux-manifests-"));
  try {
    const { zip } = await downloadModule(dataModule, folder, searchPath);
    const prefix = `${dataModule.path}@${dataModule.version}/config/data/flux/${version}/`;
    return byBasename(readZip(await readFile(zip), (path) => path.startsWith(prefix)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function byBasename(files: ReadonlyMap<string, Buffer>): ManifestFiles {
  return new Map([...files].map(([path, content]) => [basename(path), content.toString("utf8")]));
}
