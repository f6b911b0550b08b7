import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { fluxDistribution } from "../../../../components/manifests/flux/distribution";
import { fluxComponents, type FluxOptions } from "../../../../components/model/cluster-settings";
import type { KubernetesObject } from "../../../../components/model/object";
import { clusterSettings, miniatureRelease } from "../fixture";

interface Controller extends KubernetesObject {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly { readonly image: string; readonly args: readonly string[] }[];
        readonly nodeSelector?: object;
        readonly tolerations?: readonly object[];
        readonly imagePullSecrets?: readonly object[];
      };
    };
  };
}

function install(options: Partial<FluxOptions> = {}): readonly KubernetesObject[] {
  return fluxDistribution(miniatureRelease(), { ...clusterSettings.flux, ...options });
}

function controller(name: string, options: Partial<FluxOptions> = {}): Controller["spec"]["template"] {
  const found = install(options).find(({ kind, metadata }) => kind === "Deployment" && metadata.name === name);
  assert(found !== undefined, `there is no Deployment ${name}`);
  return (found as Controller).spec.template;
}

describe("the Flux distribution", () => {
  it("begins with the namespace and the CRDs", () => {
    const kinds = install().map(({ kind }) => kind);
    assert.equal(kinds[0], "Namespace");
    assert.equal(kinds.lastIndexOf("CustomResourceDefinition"), 4);
  });

  it("labels every object, and the pods of controllers", () => {
    const labels = {
      "app.kubernetes.io/instance": "flux-system",
      "app.kubernetes.io/part-of": "flux",
      "app.kubernetes.io/version": "v2.9.5",
    };
    for (const { metadata } of install()) assert.deepEqual({ ...metadata.labels, ...labels }, metadata.labels);
    assert.deepEqual(controller("source-controller").metadata.labels, { app: "source-controller", ...labels });
  });

  it("puts namespaced objects into flux-system, and no others", () => {
    const outside = install().filter(({ metadata }) => metadata.namespace !== "flux-system");
    const kinds = new Set(outside.map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), ["ClusterRole", "ClusterRoleBinding", "CustomResourceDefinition", "Namespace"]);
  });

  it("ends the names of access rules with the namespace, and follows them in bindings", () => {
    const bindings = install().filter(({ kind }) => kind === "ClusterRoleBinding") as (KubernetesObject & {
      roleRef: { name: string };
      subjects: object[];
    })[];
    assert.deepEqual(
      bindings.map(({ metadata, roleRef }) => [metadata.name, roleRef.name]),
      [
        ["cluster-reconciler-flux-system", "cluster-admin"],
        ["crd-controller-flux-system", "crd-controller-flux-system"],
      ],
    );
    assert.deepEqual(bindings[0]?.subjects, [
      { kind: "ServiceAccount", name: "source-controller", namespace: "flux-system" },
    ]);
  });

  it("applies options to arguments", () => {
    const options = { watchAllNamespaces: false, logLevel: "debug", clusterDomain: "example.org" } as const;
    assert.deepEqual(controller("source-controller", options).spec.containers[0]?.args, [
      "--events-addr=http://notification-controller.$(RUNTIME_NAMESPACE).svc.example.org./",
      "--watch-all-namespaces=false",
      "--log-level=debug",
      "--storage-adv-addr=source-controller.$(RUNTIME_NAMESPACE).svc.example.org.",
      "--enable-leader-election",
    ]);
  });

  it("sends events nowhere without a notification-controller", () => {
    const components = ["source-controller", "kustomize-controller"] as const;
    assert.equal(controller("source-controller", { components }).spec.containers[0]?.args[0], "--events-addr=");
  });

  it("lets controllers read external artifacts once source-watcher is there", () => {
    const gate = "--feature-gates=ExternalArtifact=true";
    const gated = fluxComponents.filter((name) =>
      controller(name, { components: fluxComponents }).spec.containers[0]?.args.includes(gate),
    );
    assert.deepEqual(gated, ["kustomize-controller", "helm-controller"]);
    assert.equal(controller("helm-controller").spec.containers[0]?.args.includes(gate), false);
  });

  it("applies options to pods", () => {
    const options = {
      registry: "registry.example.org/flux",
      imagePullSecret: "pull",
      tolerationKeys: ["infra", "spot"],
    };
    const { containers, ...pod } = controller("helm-controller", options).spec;
    assert.equal(containers[0]?.image, "registry.example.org/flux/helm-controller:v1.0.0");
    assert.deepEqual(pod, {
      nodeSelector: { "kubernetes.io/os": "linux" },
      imagePullSecrets: [{ name: "pull" }],
      tolerations: [
        { key: "infra", operator: "Exists" },
        { key: "spot", operator: "Exists" },
      ],
    });
  });

  it("has network policies unless told otherwise", () => {
    const policies = (options: Partial<FluxOptions>): number =>
      install(options).filter(({ kind }) => kind === "NetworkPolicy").length;
    assert.deepEqual([policies({}), policies({ networkPolicy: false })], [1, 0]);
  });

  it("refuses to leave out what reconciles", () => {
    assert.throws(
      () => install({ components: ["source-controller", "helm-controller"] }),
      /lack kustomize-controller.*add it/,
    );
  });
});
