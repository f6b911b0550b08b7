import * as pulumi from "@pulumi/pulumi";

/** Inputs of an `App` node. */
export interface AppArgs {
  /** Folder of the base: `apps/base/web`. */
  readonly folder: string;
  /** Changes with any byte of the base. */
  readonly digest: string;
}

/** An app's base as a node of the resource tree: what the preview shows as changed, and where its diagnostics appear. */
export class App extends pulumi.ComponentResource {
  static readonly type = "flux-monorepo:app:App";

  constructor(name: string, args: AppArgs, opts?: pulumi.ComponentResourceOptions) {
    super(App.type, name, { ...args }, opts);
    this.registerOutputs({});
  }
}
