import type { KubernetesObject } from "../../../components/model/object";
import type { AppliedLayer } from "../../../components/preview/cluster/applied";
import { identityOf } from "../../../components/preview/cluster/applied";

type Fields = Readonly<Record<string, unknown>>;

/** Any object; `name` is `name` or `namespace/name`. */
export function object(kind: string, name: string, fields: Fields = {}): KubernetesObject {
  const slash = name.indexOf("/");
  const { annotations, labels, ...rest } = fields;
  const metadata = {
    name: name.slice(slash + 1),
    ...(slash < 0 ? {} : { namespace: name.slice(0, slash) }),
    ...(annotations === undefined ? {} : { annotations: annotations as Readonly<Record<string, string>> }),
    ...(labels === undefined ? {} : { labels: labels as Readonly<Record<string, string>> }),
  };
  return { apiVersion: versions[kind] ?? "v1", kind, metadata, ...rest };
}

const versions: Readonly<Record<string, string>> = {
  Deployment: "apps/v1",
  StatefulSet: "apps/v1",
  Job: "batch/v1",
  StorageClass: "storage.k8s.io/v1",
  RoleBinding: "rbac.authorization.k8s.io/v1",
  CustomResourceDefinition: "apiextensions.k8s.io/v1",
  Kustomization: "kustomize.toolkit.fluxcd.io/v1",
  HelmRelease: "helm.toolkit.fluxcd.io/v2",
  Widget: "example.org/v1",
};

/** A Kustomization of Flux that prunes. */
export function kustomization(name: string, spec: Fields = {}): KubernetesObject {
  return object("Kustomization", `flux-system/${name}`, { spec: { prune: true, path: `./${name}`, ...spec } });
}

/** A layer that applies objects. */
export function layer(name: string, objects: readonly KubernetesObject[], spec: Fields = {}): AppliedLayer {
  return {
    key: `flux-system/${name}`,
    name,
    kustomization: kustomization(name, spec),
    objects: new Map(
      objects.map((applied) => [
        identityOf(applied),
        { object: applied, origin: `${name}/${applied.metadata.name}.yaml` },
      ]),
    ),
    unknown: undefined,
  };
}

/** A cluster: a root that applies the layers' Kustomizations, and the layers. */
export function cluster(...layers: readonly AppliedLayer[]): readonly AppliedLayer[] {
  return [
    layer(
      "flux-system",
      layers.flatMap((own) => own.kustomization ?? []),
    ),
    ...layers,
  ];
}
