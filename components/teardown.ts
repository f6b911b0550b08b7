import * as pulumi from "@pulumi/pulumi";
import type { ClusterAccess } from "./cluster/access";
import { hostedProvider } from "./hosted-provider";

/** Inputs of the two steps of a teardown. */
export interface TeardownArgs {
  readonly access: ClusterAccess;
  /** UID of the cluster's kube-system namespace, as the guard recorded it. */
  readonly uid: pulumi.Input<string>;
}

/** Its deletion, the first of a destroy, suspends Flux: what follows then prunes no workload. */
export class FluxSuspension extends pulumi.dynamic.Resource {
  constructor(name: string, args: TeardownArgs, opts?: pulumi.CustomResourceOptions) {
    super(hostedProvider("components/cluster/teardown/suspension-provider.ts"), name, { ...args }, opts, "flux-monorepo", "FluxSuspension");
  }
}

/** Its deletion, after the controllers' and before the CRDs', takes the finalizers that nobody is left to handle. */
export class FluxFinalizers extends pulumi.dynamic.Resource {
  constructor(name: string, args: TeardownArgs, opts?: pulumi.CustomResourceOptions) {
    super(hostedProvider("components/cluster/teardown/finalizers-provider.ts"), name, { ...args }, opts, "flux-monorepo", "FluxFinalizers");
  }
}
