import { createHash } from "node:crypto";
import { basePath, overlayPath } from "../manifests/paths";
import type { FileTree, RenderedFile } from "../model/file-tree";
import type { MonorepoModel } from "../model/environment";

/** One generated folder as the resource tree shows it. */
export interface FolderNode {
  /** Path in the monorepo: `apps/staging/web`. */
  readonly folder: string;
  /** Changes with any byte below the folder. */
  readonly digest: string;
}

/** An app's base. */
export interface AppNode extends FolderNode {
  readonly name: string;
}

/** How an app runs in one environment. */
export interface OverlayNode extends FolderNode {
  readonly app: string;
  readonly environment: string;
  readonly layer: string;
}

/** The model's apps and overlays with the state of what they render to; those without a file of their own are left out. */
export interface MonorepoNodes {
  readonly apps: readonly AppNode[];
  readonly overlays: readonly OverlayNode[];
}

/** Describes a rendered model for the resource tree. */
export function monorepoNodes(model: MonorepoModel, tree: FileTree): MonorepoNodes {
  const digests = folderDigests(tree);
  const apps = new Map<string, AppNode>();
  const overlays: OverlayNode[] = [];
  for (const environment of Object.values(model.environments)) {
    for (const layer of environment.layers) {
      for (const { app } of layer.overlays) {
        const base = basePath(layer.folder, app.name);
        const own = overlayPath(layer.folder, environment.name, app.name);
        apps.set(base, { name: app.name, folder: base, digest: digests.get(base) ?? "" });
        overlays.push({
          app: app.name,
          environment: environment.name,
          layer: layer.name,
          folder: own,
          digest: digests.get(own) ?? "",
        });
      }
    }
  }
  return { apps: [...apps.values()].filter(isRendered), overlays: overlays.filter(isRendered) };
}

function isRendered({ digest }: FolderNode): boolean {
  return digest !== "";
}

/** Folder → digest of the files directly in it, in path order. */
function folderDigests(tree: FileTree): ReadonlyMap<string, string> {
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  for (const [path, file] of tree) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const hash = hashes.get(folder) ?? createHash("sha256");
    hashes.set(folder, hash.update(`${path}\0${bytesOf(file)}\0`));
  }
  return new Map([...hashes].map(([folder, hash]) => [folder, hash.digest("hex").slice(0, 12)]));
}

/** A sealed file's ciphertext is not known here: its shape stands for it. */
function bytesOf(file: RenderedFile): string {
  return file.kind === "text" ? file.content : JSON.stringify([file.secret, file.recipients]);
}
