import { fluxComponents, type FluxOptions } from "../../model/cluster-settings";
import type { FluxRelease } from "../../model/flux-release";
import { tell } from "../../model/report/gather";
import type { KubernetesObject } from "../../model/object";
import { fluxNamespace } from "../cluster/names";
import { componentObjects } from "./component";
import { installLabels } from "./labels";
import { fluxOptionIssues, requiredComponents } from "./option-issues";
import { rbacObjects } from "./rbac";

/** Kinds of an installation that live outside namespaces. */
const clusterScoped: readonly string[] = ["Namespace", "CustomResourceDefinition", "ClusterRole", "ClusterRoleBinding"];

/**
 * The objects of a Flux installation, equal to what `flux install --export` of the release prints for the same options; upstream:
 * `pkg/manifestgen/install`. The namespace and the CRDs come first, then policies, access rules and controllers.
 * @throws IssuesError when Flux cannot work with the options.
 */
export function fluxDistribution(release: FluxRelease, options: FluxOptions): readonly KubernetesObject[] {
  tell(fluxOptionIssues(options));
  const controllers = fluxComponents
    .filter((component) => options.components.includes(component) || requiredComponents.includes(component))
    .flatMap((component) => componentObjects(component, release, options));
  const isCrd = ({ kind }: KubernetesObject): boolean => kind === "CustomResourceDefinition";
  const objects = [
    namespaceObject(),
    ...controllers.filter(isCrd),
    ...(options.networkPolicy ? release.policies : []),
    ...rbacObjects(release.rbac),
    ...controllers.filter((object) => !isCrd(object)),
  ];
  return objects.map((object) => installed(object, release.version));
}

function namespaceObject(): KubernetesObject {
  const labels = {
    "pod-security.kubernetes.io/warn": "restricted",
    "pod-security.kubernetes.io/warn-version": "latest",
  };
  return { apiVersion: "v1", kind: "Namespace", metadata: { name: fluxNamespace, labels } };
}

function installed(object: KubernetesObject, version: string): KubernetesObject {
  const { metadata } = object;
  const namespace = clusterScoped.includes(object.kind) ? metadata.namespace : fluxNamespace;
  const labels = Object.entries({ ...metadata.labels, ...installLabels(version) });
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(namespace === undefined ? {} : { namespace }),
      labels: Object.fromEntries(labels.sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
