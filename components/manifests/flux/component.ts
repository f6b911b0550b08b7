import type { IDeployment } from "kubernetes-models/apps/v1" with { "resolution-mode": "import" };
import type { FluxComponent, FluxOptions } from "../../model/cluster-settings";
import type { FluxRelease } from "../../model/flux-release";
import type { KubernetesObject } from "../../model/object";
import { controllerArguments } from "./controller-arguments";
import { installLabels } from "./labels";

/** A controller's Deployment as a release publishes it. */
type Deployment = KubernetesObject & { readonly spec: NonNullable<IDeployment["spec"]> };
type PodTemplate = Deployment["spec"]["template"];
type Pod = NonNullable<PodTemplate["spec"]>;
type Container = Pod["containers"][number];

/** The objects of one controller with the options applied to its Deployment. */
export function componentObjects(
  component: FluxComponent,
  release: FluxRelease,
  options: FluxOptions,
): readonly KubernetesObject[] {
  return release.components[component].map((object) =>
    isDeployment(object)
      ? controller(object, installLabels(release.version), (spec) => pod(component, spec, options))
      : object,
  );
}

function controller(
  deployment: Deployment,
  added: Readonly<Record<string, string>>,
  change: (spec: Pod) => Pod,
): Deployment {
  const { template } = deployment.spec;
  const labels = { ...template.metadata?.labels, ...added };
  return {
    ...deployment,
    spec: {
      ...deployment.spec,
      template: {
        ...template,
        metadata: { ...template.metadata, labels },
        ...(template.spec === undefined ? {} : { spec: change(template.spec) }),
      },
    },
  };
}

function pod(component: FluxComponent, spec: Pod, options: FluxOptions): Pod {
  const { imagePullSecret, tolerationKeys } = options;
  return {
    ...spec,
    containers: spec.containers.map((container) => configured(component, container, options)),
    nodeSelector: { ...spec.nodeSelector, "kubernetes.io/os": "linux" },
    ...(imagePullSecret === undefined ? {} : { imagePullSecrets: [{ name: imagePullSecret }] }),
    ...(tolerationKeys.length === 0
      ? {}
      : { tolerations: tolerationKeys.map((key) => ({ key, operator: "Exists" as const })) }),
  };
}

function configured(component: FluxComponent, container: Container, options: FluxOptions): Container {
  const image = container.image?.replace(/^fluxcd\//, `${options.registry}/`);
  return {
    ...container,
    args: [...controllerArguments(component, container.args ?? [], options)],
    ...(image === undefined ? {} : { image }),
  };
}

function isDeployment(object: KubernetesObject): object is Deployment {
  return object.kind === "Deployment" && "spec" in object;
}
