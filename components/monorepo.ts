import * as pulumi from "@pulumi/pulumi";
import { App } from "./app";
import { Overlay } from "./overlay";
import type { MonorepoNodes } from "./program/nodes";

/** Inputs of a `Monorepo`. */
export interface MonorepoArgs {
  readonly nodes: MonorepoNodes;
  /** What people should know although nothing is wrong; shown at the app or overlay that a message's path belongs to. */
  readonly notices: readonly Notice[];
}

/** A message about a path of the monorepo. */
export interface Notice {
  readonly path: string;
  readonly message: string;
}

/** The whole monorepo as a tree of resources: every app, and every overlay of every environment. */
export class Monorepo extends pulumi.ComponentResource {
  static readonly type = "flux-monorepo:monorepo:Monorepo";

  constructor(name: string, args: MonorepoArgs, opts?: pulumi.ComponentResourceOptions) {
    const { apps, overlays } = args.nodes;
    super(Monorepo.type, name, { apps: apps.length, overlays: overlays.length }, opts);
    const nodes = new Map<string, pulumi.Resource>();
    // A folder says which layer and environment it is of, so it tells every app and overlay of a monorepo apart.
    for (const { folder, digest } of apps) nodes.set(folder, new App(`${name}-${folder}`, { folder, digest }, { parent: this }));
    for (const { folder, digest, environment, layer } of overlays) {
      nodes.set(folder, new Overlay(`${name}-${folder}`, { environment, layer, folder, digest }, { parent: this }));
    }
    for (const { path, message } of args.notices) void pulumi.log.warn(message, nodes.get(folderOf(path)) ?? this);
    this.registerOutputs({});
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
