import { counted } from "./model/wording/words";
import { changedSeals, type SealedState } from "./sops/changed-seals";
import * as pulumi from "@pulumi/pulumi";
import { App } from "./app";
import { Overlay } from "./overlay";
import type { MonorepoNodes } from "./program/nodes";
import type { Notice } from "./program/repository";

/** Inputs of a `Monorepo`. */
export interface MonorepoArgs {
  readonly nodes: MonorepoNodes;
  /** Shown at the app or overlay whose folder a message begins with, else at the monorepo. */
  readonly notices: readonly Notice[];
}

/** The whole monorepo as a tree of resources: every app, and every overlay of every environment. */
export class Monorepo extends pulumi.ComponentResource {
  static readonly type = "flux-monorepo:monorepo:Monorepo";

  constructor(name: string, args: MonorepoArgs, opts?: pulumi.ComponentResourceOptions) {
    const { apps, overlays } = args.nodes;
    super(Monorepo.type, name, { apps: apps.length, overlays: overlays.length }, opts);
    const nodes = new Map<string, pulumi.Resource>();
    // A folder says which layer and environment it is of, so it tells every app and overlay of a monorepo apart.
    for (const { folder, digest } of apps)
      nodes.set(folder, new App(`${name}-${folder}`, { folder, digest }, { parent: this }));
    for (const { folder, digest, environment, layer } of overlays) {
      nodes.set(folder, new Overlay(`${name}-${folder}`, { environment, layer, folder, digest }, { parent: this }));
    }
    for (const notice of args.notices) tell(notice, nodes.get(folderOf(notice.message)) ?? this);
    this.registerOutputs({});
  }

  /** Names Secrets whose values an update seals anew. Only the stack's own key tells them: it is known once an update has made it. */
  tellChangedSeals(key: pulumi.Output<string>, state: SealedState): void {
    key.apply((known) => {
      const changed = changedSeals(known, state);
      if (changed.length === 0) return;
      const what = `${counted(changed.length, "Secret")} ${changed.length === 1 ? "changes" : "change"} by sealed values`;
      const lines = [`${state.environment}: ${what}, which are not shown`, ...changed.map((name) => `  ~ ${name}`)];
      tell({ severity: "info", message: lines.join("\n") }, this);
    });
  }
}

function tell({ severity, message }: Notice, resource: pulumi.Resource): void {
  void (severity === "warning" ? pulumi.log.warn(message, resource) : pulumi.log.info(message, resource));
}

function folderOf(message: string): string {
  const [path = ""] = message.split(" ");
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
