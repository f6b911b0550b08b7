import * as pulumi from "@pulumi/pulumi";
import type { ClusterAccess } from "./cluster/access";
import type { LayerRef, SourceRef } from "./cluster/reconcile/reconcile";
import type { GitAccess } from "./git/access";
import { hostedProvider } from "./hosted-provider";
import type { Duration } from "./model/duration";

/** Inputs of a `ClusterGuard`. */
export interface ClusterGuardArgs {
  readonly environment: string;
  /** Path that the environment's root Kustomization applies: `./clusters/staging`. */
  readonly path: string;
  /** Absent where the stack writes Git only. */
  readonly access?: ClusterAccess;
  /** UID of a kube-system that may replace the recorded one, or that another environment bootstrapped. */
  readonly acceptCluster?: string;
  /** UID of the kube-system of a cluster that a run without one may take Flux from. */
  readonly uninstall?: string;
}

/**
 * Remembers which cluster an environment runs on; a preview or an update of another one, or of none, fails before anything is changed.
 */
export class ClusterGuard extends pulumi.dynamic.Resource {
  /** UID of the cluster's kube-system namespace; empty where there is none. */
  declare readonly uid: pulumi.Output<string>;

  constructor(name: string, args: ClusterGuardArgs, opts?: pulumi.CustomResourceOptions) {
    const urn = pulumi.createUrn(name, "pulumi-nodejs:dynamic/flux-monorepo:ClusterGuard");
    const forget = pulumi.interpolate`pulumi state delete "${urn}" --target-dependents -s ${pulumi.getStack()}`;
    super(
      hostedProvider("components/cluster/guard/provider.ts"),
      name,
      { ...args, ...(args.access === undefined ? { forget } : {}), uid: undefined },
      opts,
      "flux-monorepo",
      "ClusterGuard",
    );
  }
}

/** Inputs of a `Reconciliation`. */
export interface ReconciliationArgs {
  /** The commit that was pushed. */
  readonly revision: pulumi.Input<string>;
  /** UID of the cluster, as the guard recorded it. */
  readonly uid: pulumi.Input<string>;
  /** What the root Kustomization and the layers follow. */
  readonly source: SourceRef;
  /** Name of the root Kustomization. */
  readonly root: string;
  readonly layers: readonly LayerRef[];
  /** Changes with what Flux is given beside Git; everything is then reconciled anew, whatever commit it is at. Made secret by the class. */
  readonly given: pulumi.Input<string>;
  readonly access: ClusterAccess;
  /** How the repository is read; made secret by the class. */
  readonly git: pulumi.Input<GitAccess>;
  /** How long Flux may take. */
  readonly timeout: Duration;
}

/** Ends once every Kustomization has applied the commit or a descendant of it; fails with Flux's own message when one cannot. */
export class Reconciliation extends pulumi.dynamic.Resource {
  /** Kustomization → the revision it was ready at. */
  declare readonly kustomizations: pulumi.Output<Readonly<Record<string, string>>>;

  constructor(name: string, args: ReconciliationArgs, opts?: pulumi.CustomResourceOptions) {
    const provider = hostedProvider("components/cluster/reconcile/provider.ts");
    const props = {
      ...args,
      git: pulumi.secret(args.git),
      given: pulumi.secret(args.given),
      kustomizations: undefined,
    };
    const secretOutputs = { additionalSecretOutputs: ["git", "given"] };
    super(provider, name, props, pulumi.mergeOptions(opts, secretOutputs), "flux-monorepo", "Reconciliation");
  }
}

/** Inputs of the two steps of a teardown. */
export interface TeardownArgs {
  readonly access: ClusterAccess;
  /** UID of the cluster's kube-system namespace, as the guard recorded it. */
  readonly uid: pulumi.Input<string>;
  /** Path that the environment's root Kustomization applies: a cluster that follows another one is left alone. */
  readonly path: string;
}

/** Inputs of a `PlantedSecret`. */
export interface PlantedSecretArgs extends TeardownArgs {
  readonly name: string;
  /** Entry → value in clear; made secret by the class. */
  readonly entries: pulumi.Input<Readonly<Record<string, string>>>;
}

/** A Secret beside the controllers, which no debug log shows. */
export class PlantedSecret extends pulumi.dynamic.Resource {
  constructor(name: string, args: PlantedSecretArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      hostedProvider("components/cluster/bootstrap/secret-provider.ts"),
      name,
      { ...args, entries: pulumi.secret(args.entries) },
      pulumi.mergeOptions(opts, { additionalSecretOutputs: ["entries"] }),
      "flux-monorepo",
      "PlantedSecret",
    );
  }
}

/** Its deletion, the first of a destroy, suspends Flux: what follows then prunes no workload. */
export class FluxSuspension extends pulumi.dynamic.Resource {
  constructor(name: string, args: TeardownArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      hostedProvider("components/cluster/teardown/suspension-provider.ts"),
      name,
      { ...args },
      opts,
      "flux-monorepo",
      "FluxSuspension",
    );
  }
}

/** Its deletion, after the controllers' and before the CRDs', takes the finalizers that nobody is left to handle. */
export class FluxFinalizers extends pulumi.dynamic.Resource {
  constructor(name: string, args: TeardownArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      hostedProvider("components/cluster/teardown/finalizers-provider.ts"),
      name,
      { ...args },
      opts,
      "flux-monorepo",
      "FluxFinalizers",
    );
  }
}
