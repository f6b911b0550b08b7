import { render } from "../../components/manifests/render";
import { parseManifests } from "../../components/manifests/yaml";
import { defaultFluxComponents, type ClusterSettings } from "../../components/model/cluster-settings";
import type { FileTree } from "../../components/model/file-tree";
import { fluxRelease } from "../../tools/flux-release";
import { generatedEnvironments, generatedFlux, generatedModel, type ModelSize } from "./model";

/** Text of every file, by path. */
export type Texts = ReadonlyMap<string, string>;

const settings: ClusterSettings = {
  source: { url: "https://git.example.org/platform/monorepo.git", branch: "main", interval: "1m0s" },
  syncInterval: "10m0s",
  decryptionSecret: "sops-age",
  flux: {
    components: defaultFluxComponents,
    registry: "ghcr.io/fluxcd",
    watchAllNamespaces: true,
    networkPolicy: true,
    logLevel: "info",
    clusterDomain: "cluster.local",
    tolerationKeys: [],
  },
};

/** The whole generated tree, `clusters/` included. */
export async function generatedTree(size: ModelSize): Promise<FileTree> {
  const release = await fluxRelease(generatedFlux);
  const clusters = Object.fromEntries(generatedEnvironments.map((name) => [name, { settings, release }]));
  return render({ model: generatedModel(size), clusters });
}

/** The texts of a tree without sealed files. */
export function textsOf(tree: FileTree): Texts {
  return new Map([...tree].flatMap(([path, file]) => (file.kind === "text" ? [[path, file.content] as const] : [])));
}

/** What the files of `apps/` hold, parsed: path → document. */
export function documentsOf(texts: Texts): readonly (readonly [string, unknown])[] {
  return [...texts].flatMap(([path, text]) =>
    path.startsWith("apps/") ? parseManifests(text).map((document) => [path, document] as const) : [],
  );
}
