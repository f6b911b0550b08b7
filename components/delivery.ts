import { Provider } from "@pulumi/kubernetes/provider";
import * as pulumi from "@pulumi/pulumi";
import { identityEntries } from "./cluster/bootstrap/identity-entries";
import { sourceSecretEntries } from "./cluster/bootstrap/source-secret";
import { fluxNamespace } from "./cluster/flux-kinds";
import { kubeconfigPaths } from "./cluster/access";
import { ClusterGuard, Reconciliation } from "./cluster-steps";
import { FluxCluster, type FluxSecret } from "./flux-cluster";
import { GitCommit, SealingKey } from "./git-commit";
import { DeployKey, PushWebhook } from "./github-access";
import { gitHubProvider } from "./github";
import { valueFault } from "./model/flux/variable-values";
import type { VariableType } from "./model/flux/variables";
import { followedSource } from "./manifests/render";
import { Monorepo } from "./monorepo";
import type { Bootstrap } from "./program/bootstrap";
import type { PreparedRun } from "./program/prepare";
import { commitSpec } from "./program/publishing";
import type { RunVariables } from "./program/variables";
import type { GitHubConfig, KubeAccess, StackConfig } from "../stacks/config";

/** What a stack tells about itself. */
export interface DeliveryOutputs {
  /** The commit that the environment was brought to. */
  readonly revision: pulumi.Output<string>;
  /** Kustomization → the revision it was ready at; absent when the stack writes Git only. */
  readonly kustomizations?: pulumi.Output<Readonly<Record<string, string>>>;
}

/** Cluster variable → what makes its value; called once the run is found fit to change things. */
export type ResourceVariables = Readonly<Record<string, () => pulumi.Input<string>>>;

/** Declares the resources of a prepared run: the cluster is checked, the commit pushed, Flux installed, the commit applied. */
export function deliver(run: PreparedRun, fromResources: ResourceVariables = {}): DeliveryOutputs {
  const { config, bootstrap } = run;
  const { environment, kube } = config;
  const monorepo = new Monorepo("monorepo", { nodes: run.nodes, notices: run.notices });
  const guard = declareGuard(config);
  const commit = declareCommit(run, guard, monorepo);
  if (kube === undefined || bootstrap === undefined) return { revision: commit.revision };
  const variables = variableValues(run.variables, fromResources);
  const flux = declareFlux({ config, kube, guard, commit, bootstrap, variables });
  const reconciliation = new Reconciliation(
    `${environment}-reconciliation`,
    {
      revision: commit.revision,
      uid: guard.uid,
      source: followedSource(config.cluster),
      root: fluxNamespace,
      layers: bootstrap.order,
      given: flux.given,
      access: clusterAccess(kube),
      git: run.planned.access,
      timeout: config.reconcileTimeout,
    },
    { dependsOn: [flux.complete] },
  );
  return { revision: commit.revision, kustomizations: reconciliation.kustomizations };
}

/** Declared without a cluster as well: that is how a stack that holds one refuses to lose it. */
function declareGuard({ environment, kube, uninstallFlux }: StackConfig): ClusterGuard {
  const { acceptCluster } = kube ?? {};
  return new ClusterGuard(`${environment}-cluster`, {
    environment,
    path: `./clusters/${environment}`,
    ...(kube === undefined ? {} : { access: clusterAccess(kube) }),
    ...(acceptCluster === undefined ? {} : { acceptCluster }),
    ...(uninstallFlux === undefined ? {} : { uninstall: uninstallFlux }),
  });
}

/** A cluster that is not the expected one stops the run before anything is pushed. */
function declareCommit(run: PreparedRun, guard: ClusterGuard, monorepo: Monorepo): GitCommit {
  const { environment, ageIdentities } = run.config;
  const [identity] = ageIdentities;
  const keyArgs = identity === undefined ? {} : { identity };
  const sealingKey = new SealingKey(`${environment}-sealing-key`, keyArgs);
  const { files, secrets, sealedDigests } = run.planned;
  const state = { sealed: files.sealed, environment, values: secrets, held: sealedDigests };
  monorepo.tellChangedSeals(sealingKey.key, state);
  return new GitCommit(`${environment}-commit`, { ...commitSpec(run), sealingKey }, { dependsOn: [guard] });
}

interface FluxParts {
  readonly config: StackConfig;
  readonly kube: KubeAccess;
  readonly guard: ClusterGuard;
  readonly commit: GitCommit;
  readonly bootstrap: Bootstrap;
  readonly variables: Readonly<Record<string, pulumi.Input<string>>>;
}

function declareFlux(parts: FluxParts): FluxCluster {
  const { config, kube, guard, commit, bootstrap, variables } = parts;
  const { environment } = config;
  const provider = new Provider(
    `${environment}-kubernetes`,
    {
      ...(kube.kubeconfig === undefined ? {} : { kubeconfig: kubeconfigPaths(kube).join() }),
      context: kube.context,
      // Constant, so that no change of the kubeconfig replaces what runs; which cluster it is, the guard knows.
      clusterIdentifier: `flux-monorepo-${environment}`,
      enableServerSideApply: true,
      // Flux may have created an object first, from the same commit.
      upsertExistingObjects: true,
      // A rotated credential is changed in place: a replaced Secret would be missing for a moment.
      enableSecretMutable: true,
      enableConfigMapMutable: true,
    },
    { dependsOn: [guard] },
  );
  const { objects, layers } = bootstrap;
  const args = {
    environment,
    objects,
    layers,
    secrets: fluxSecrets(parts),
    variables,
    access: clusterAccess(kube),
    uid: guard.uid,
    commit,
  };
  return new FluxCluster(environment, args, { providers: { kubernetes: provider } });
}

/** A value that a resource gives is known only now: one that would break the manifests fails the update before Flux sees it. */
function variableValues(
  { values, awaited }: RunVariables,
  fromResources: ResourceVariables,
): Readonly<Record<string, pulumi.Input<string>>> {
  const made = Object.entries(awaited).flatMap(([name, type]) => {
    const make = fromResources[name];
    return make === undefined
      ? []
      : [[name, pulumi.output(make()).apply((value) => fitting(name, type, value))] as const];
  });
  return { ...values, ...Object.fromEntries(made) };
}

function fitting(name: string, type: VariableType, value: string): string {
  const fault = valueFault(name, type, value);
  if (fault !== undefined) throw new Error(fault.message);
  return value;
}

function fluxSecrets(parts: FluxParts): readonly FluxSecret[] {
  const { access, cluster, ageIdentities, github } = parts.config;
  const made = github === undefined ? {} : declareGitHub(parts, github);
  const pushing = access.credentials.kind === "encrypted" ? undefined : sourceSecretEntries(access.credentials);
  const secrets: readonly (readonly [string | undefined, FluxSecret["entries"] | undefined])[] = [
    [cluster.source.secretName, made.source ?? pushing],
    [cluster.follows?.kind === "mirror" ? cluster.follows.secretName : undefined, mirrorEntries(parts.config)],
    [cluster.receiverSecret, made.receiver],
    [cluster.decryptionSecret, identityEntries(ageIdentities)],
  ];
  return secrets.flatMap(([name, entries]) =>
    name === undefined || entries === undefined ? [] : [{ name, entries, kept: name === cluster.decryptionSecret }],
  );
}

/** Flux reads a mirror with the credentials that push to it. */
function mirrorEntries({ cluster: { follows }, publishing }: StackConfig): FluxSecret["entries"] | undefined {
  const mirror = publishing.mirrors.find(({ url }) => follows?.kind === "mirror" && url === follows.url);
  if (mirror === undefined || mirror.credentials.kind === "encrypted") return undefined;
  return sourceSecretEntries(mirror.credentials);
}

/** What the cluster gets to read the repository with, and to know GitHub by. */
function declareGitHub(
  { config, kube, guard }: FluxParts,
  github: GitHubConfig,
): { readonly source?: FluxSecret["entries"]; readonly receiver?: FluxSecret["entries"] } {
  const { environment, cluster } = config;
  const { host, owner, name, deployKey, webhookUrl } = github;
  const repository = { host, owner, name };
  const opts = { providers: { github: gitHubProvider(`${environment}-github`, github) }, dependsOn: [guard] };
  const readOnly = !cluster.flux.components.includes("image-automation-controller");
  const key = { repository, environment, cluster: kube.context, readOnly };
  return {
    ...(deployKey === undefined
      ? {}
      : { source: new DeployKey(`${environment}-deploy-key`, { ...key, ...deployKey }, opts).entries }),
    ...(webhookUrl === undefined
      ? {}
      : { receiver: new PushWebhook(`${environment}-webhook`, { repository, webhookUrl }, opts).entries }),
  };
}

function clusterAccess({ kubeconfig, context }: KubeAccess): {
  readonly kubeconfig?: string;
  readonly context: string;
} {
  return { ...(kubeconfig === undefined ? {} : { kubeconfig }), context };
}
