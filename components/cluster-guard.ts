import * as pulumi from "@pulumi/pulumi";
import type { ClusterAccess } from "./cluster/access";
import { hostedProvider } from "./hosted-provider";

/** Inputs of a `ClusterGuard`. */
export interface ClusterGuardArgs {
  readonly environment: string;
  /** Path that the environment's root Kustomization applies: `./clusters/staging`. */
  readonly path: string;
  readonly access: ClusterAccess;
  /** UID of a kube-system that may replace the recorded one, or that another environment bootstrapped. */
  readonly acceptCluster?: string;
}

/** Remembers which cluster an environment runs on; a preview or an update of another one fails before anything is changed. */
export class ClusterGuard extends pulumi.dynamic.Resource {
  /** UID of the cluster's kube-system namespace. */
  declare readonly uid: pulumi.Output<string>;

  constructor(name: string, args: ClusterGuardArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      hostedProvider("components/cluster/guard/provider.ts"),
      name,
      { ...args, uid: undefined },
      opts,
      "flux-monorepo",
      "ClusterGuard",
    );
  }
}
