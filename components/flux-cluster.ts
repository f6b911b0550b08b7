import { createHash } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import type { ClusterAccess } from "./cluster/access";
import { bootstrapRoles, resourceRole, type BootstrapRoles } from "./cluster/bootstrap/roles";
import { fluxNamespace } from "./cluster/flux-kinds";
import {
  FluxFinalizers,
  FluxSuspension,
  PlantedSecret,
  type PlantedSecretArgs,
  type TeardownArgs,
} from "./cluster-steps";
import { variablesObject } from "./model/flux/variables";
import type { KubernetesObject } from "./model/object";

/** A Secret beside the controllers. */
export interface FluxSecret {
  readonly name: string;
  /** Entry → value in clear; made secret by the component. */
  readonly entries: pulumi.Input<Readonly<Record<string, string>>>;
  /** Stays in the cluster when it is no longer configured: what it holds may be nowhere else. @default false */
  readonly kept?: boolean;
}

/** Inputs of a `FluxCluster`. */
export interface FluxClusterArgs {
  readonly environment: string;
  /** What `clusters/<env>/flux-system` builds to. */
  readonly objects: readonly KubernetesObject[];
  /** The other Kustomizations of `clusters/<env>`. */
  readonly layers: readonly KubernetesObject[];
  /** Credentials of the source, and the age identities. */
  readonly secrets: readonly FluxSecret[];
  /** Cluster variable → value, for the layers that use any. @default {} */
  readonly variables?: Readonly<Record<string, pulumi.Input<string>>>;
  readonly access: ClusterAccess;
  /** UID of the cluster, as the guard recorded it. */
  readonly uid: pulumi.Input<string>;
  /** The commit that these objects are part of: nothing reaches the cluster before it is pushed. */
  readonly commit: pulumi.Resource;
}

/**
 * How Pulumi applies what Flux applies too: under one name, since a random one would outlive a lost state in `managedFields`, and
 * taking over fields that Flux has already set. In force on the objects of the bootstrap only.
 */
const applyAnnotations = {
  "pulumi.com/patchFieldManager": "pulumi-flux-monorepo",
  "pulumi.com/patchForce": "true",
} as const;

/**
 * Flux on one cluster: the very objects that `clusters/<env>` holds in Git, so that Flux and Pulumi apply the same. Takes the
 * Kubernetes provider through `opts`. Resource names are part of the contract with existing stacks: a change needs aliases.
 */
export class FluxCluster extends pulumi.ComponentResource {
  static readonly type = "flux-monorepo:flux-cluster:FluxCluster";
  /** The last resource of the cluster: whoever needs Flux complete depends on it. */
  readonly complete: pulumi.Resource;
  /** Secret digest of what Flux is given beside Git: credentials, age identities, variables. */
  readonly given: pulumi.Output<string>;

  constructor(name: string, args: FluxClusterArgs, opts?: pulumi.ComponentResourceOptions) {
    super(FluxCluster.type, name, { environment: args.environment }, opts);
    const roles = bootstrapRoles(args.objects);
    const teardown: TeardownArgs = { access: args.access, uid: args.uid, path: `./clusters/${args.environment}` };
    const create = creator(this, name);
    const namespaces = create(roles.namespaces, [args.commit]);
    const definitions = create(roles.definitions, namespaces);
    const finalizers = new FluxFinalizers(`${name}-finalizers`, teardown, {
      parent: this,
      dependsOn: [...definitions],
    });
    const controllers = createControllers(create, roles, [finalizers]);
    const secrets = args.secrets.map(({ kept = false, ...secret }) =>
      plantSecret(
        `${name}-`,
        { ...teardown, ...secret },
        { parent: this, dependsOn: [...namespaces], retainOnDelete: kept },
      ),
    );
    const variables = createVariables(`${name}-`, args.variables ?? {}, { parent: this, dependsOn: [...namespaces] });
    const sources = create(roles.sources, [...controllers, ...secrets, ...variables]);
    const root = create(roles.kustomizations, sources);
    const layers = create(args.layers, root);
    this.complete = new FluxSuspension(`${name}-suspension`, teardown, {
      parent: this,
      dependsOn: [...root, ...layers],
    });
    this.given = givenDigest(args);
    this.registerOutputs({});
  }
}

function givenDigest({ secrets, variables = {} }: FluxClusterArgs): pulumi.Output<string> {
  const given = secrets.map(({ name, entries }) => ({ name, entries: pulumi.secret(entries) }));
  return pulumi
    .all([given, variables])
    .apply((values) => createHash("sha256").update(JSON.stringify(values)).digest("hex"));
}

/** Creates objects that all wait for the same resources. */
type Create = (objects: readonly KubernetesObject[], after: readonly pulumi.Resource[]) => readonly pulumi.Resource[];

function creator(parent: FluxCluster, name: string): Create {
  return (objects, after) =>
    objects.map(
      (object) =>
        new AppliedObject(`${name}-${resourceRole(object)}`, managed(object), { parent, dependsOn: [...after] }),
    );
}

/** Deployments come after their permissions, so that they keep them until they are gone. */
function createControllers(
  create: Create,
  roles: BootstrapRoles,
  after: readonly pulumi.Resource[],
): readonly pulumi.Resource[] {
  const permissions = create(roles.permissions, after);
  // A Service is ready when its controller is, so neither may wait for the other.
  return [...permissions, ...create(roles.services, after), ...create(roles.controllers, permissions)];
}

function plantSecret(prefix: string, args: PlantedSecretArgs, opts: pulumi.CustomResourceOptions): pulumi.Resource {
  const object = { apiVersion: "v1", kind: "Secret", metadata: { name: args.name, namespace: fluxNamespace } };
  return new PlantedSecret(prefix + resourceRole(object), args, opts);
}

/** Flux applies layers anew when the values change, and not only when the commit does. */
function createVariables(
  prefix: string,
  data: Readonly<Record<string, pulumi.Input<string>>>,
  opts: pulumi.CustomResourceOptions,
): readonly pulumi.Resource[] {
  if (Object.keys(data).length === 0) return [];
  const labels = { "reconcile.fluxcd.io/watch": "Enabled" };
  const metadata = { name: variablesObject, namespace: fluxNamespace, labels };
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata };
  return [new AppliedObject(prefix + resourceRole(object), { ...managed(object), data }, opts)];
}

function managed(object: KubernetesObject): KubernetesObject {
  const annotations = {
    ...object.metadata.annotations,
    ...applyAnnotations,
    // Its controller is waited for; waiting for the endpoints as well takes 10 s.
    ...(object.kind === "Service" ? { "pulumi.com/skipAwait": "true" } : {}),
  };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** One object of any kind as the Kubernetes provider applies it; its type token is the one of the kind's own class in the SDK. */
class AppliedObject extends pulumi.CustomResource {
  constructor(name: string, object: KubernetesObject & pulumi.Inputs, opts?: pulumi.CustomResourceOptions) {
    const group = object.apiVersion.includes("/") ? object.apiVersion : `core/${object.apiVersion}`;
    super(`kubernetes:${group}:${object.kind}`, name, object, opts);
  }
}
