import * as pulumi from "@pulumi/pulumi";

/** Inputs of an `Overlay` node. */
export interface OverlayArgs {
  readonly environment: string;
  /** Kustomization that applies it. */
  readonly layer: string;
  /** Folder of the overlay: `apps/staging/web`. */
  readonly folder: string;
  /** Changes with any byte of the overlay. */
  readonly digest: string;
}

/** How an app runs in one environment, as a node of the resource tree. */
export class Overlay extends pulumi.ComponentResource {
  static readonly type = "flux-monorepo:overlay:Overlay";

  constructor(name: string, args: OverlayArgs, opts?: pulumi.ComponentResourceOptions) {
    super(Overlay.type, name, { ...args }, opts);
    this.registerOutputs({});
  }
}
