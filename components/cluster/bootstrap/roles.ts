import type { KubernetesObject } from "../../model/object";
import { kustomizationKind } from "../flux-kinds";

/** The objects of `clusters/<env>/flux-system`, by when they are created; they are deleted in the opposite order. */
export interface BootstrapRoles {
  readonly namespaces: readonly KubernetesObject[];
  readonly definitions: readonly KubernetesObject[];
  /** Accounts, roles, policies and quotas: what controllers need to start and to stop cleanly. */
  readonly permissions: readonly KubernetesObject[];
  readonly services: readonly KubernetesObject[];
  readonly controllers: readonly KubernetesObject[];
  /** GitRepositories, and whatever else of Flux's kinds a patch adds. */
  readonly sources: readonly KubernetesObject[];
  readonly kustomizations: readonly KubernetesObject[];
}

type Role = keyof BootstrapRoles;

/** Sorts the objects of the bootstrap into roles; each object has exactly one, and keeps its place within it. */
export function bootstrapRoles(objects: readonly KubernetesObject[]): BootstrapRoles {
  const of = (role: Role): readonly KubernetesObject[] => objects.filter((object) => roleOf(object) === role);
  return {
    namespaces: of("namespaces"),
    definitions: of("definitions"),
    permissions: of("permissions"),
    services: of("services"),
    controllers: of("controllers"),
    sources: of("sources"),
    kustomizations: of("kustomizations"),
  };
}

function roleOf({ apiVersion, kind }: KubernetesObject): Role {
  if (apiVersion === kustomizationKind.apiVersion && kind === kustomizationKind.kind) return "kustomizations";
  if (/\.(toolkit|extensions)\.fluxcd\.io\//.test(apiVersion)) return "sources";
  switch (kind) {
    case "Namespace":
      return "namespaces";
    case "CustomResourceDefinition":
      return "definitions";
    case "Service":
      return "services";
    case "Deployment":
    case "StatefulSet":
      return "controllers";
    default:
      return "permissions";
  }
}

/** What an object is called in the resource tree, after the component's own name: `deployment-flux-system/source-controller`. */
export function resourceRole(object: KubernetesObject): string {
  const { name, namespace } = object.metadata;
  return `${object.kind.toLowerCase()}-${namespace === undefined ? name : `${namespace}/${name}`}`;
}
