import {
  defineApp,
  defineMonorepo,
  environment,
  overlay,
  sealedSecret,
  secretKey,
} from "../../../components/model/authoring";
import {
  defaultFluxComponents,
  fluxComponents,
  type ClusterSettings,
} from "../../../components/model/cluster-settings";
import type { MonorepoModel } from "../../../components/model/environment";
import type { FluxRelease } from "../../../components/model/flux-release";
import type { KubernetesObject } from "../../../components/model/object";

/** A workload with an init container, as plain data. */
export const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: {
        initContainers: [{ name: "migrate", image: "registry.example.org:5000/migrate:1.0" }],
        containers: [{ name: "web", image: "nginx:1.27", env: [{ name: "LEVEL", value: "info" }] }],
      },
    },
  },
} as const;

export const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web" },
  spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
} as const;

export const webApp = defineApp("web", { deployment, webService: service });
const onlyHere = defineApp("only-here", {});

const recipient = `age1${"q".repeat(58)}`;

/** Two environments and two layers, with each form of patch, a sealed secret, an app without a base and an empty layer. */
export function fixtureModel(): MonorepoModel {
  const settings = { fluxVersion: "v2.9.5", ageRecipients: [recipient] };
  const staging = environment("staging", settings, (layer) => {
    const configs = layer("monitoring-configs", { folder: "monitoring/configs", overlays: [] });
    const apps = layer("apps", {
      folder: "apps",
      dependsOn: [configs],
      overlays: [
        overlay(webApp, {
          namespace: "web",
          replicas: { deployment: 3 },
          images: { migrate: { tag: "1.10" } },
          patches: { deployment: { metadata: { labels: { tier: "front" } } } },
          jsonPatches: { webService: [{ op: "replace", path: "/spec/ports/0/port", value: 8080 }] },
          add: { webToken: sealedSecret({ token: secretKey("webToken") }, { name: "web-token" }) },
        }),
        overlay(onlyHere, {
          namespace: "only",
          add: { settings: configMap({ "run.sh": "echo a\necho b\n", answer: "on" }) },
        }),
      ],
    });
    return [configs, apps];
  });
  const production = environment("production", settings, (layer) => [
    layer("apps", { folder: "apps", overlays: [overlay(webApp, {})] }),
  ]);
  return defineMonorepo({ environments: { staging, production } });
}

export function configMap(data: Readonly<Record<string, string>>): KubernetesObject & { readonly data: typeof data } {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data };
}

export const clusterSettings: ClusterSettings = {
  source: { url: "https://git.example.org/fleet.git", branch: "main", interval: "1m0s", secretName: "flux-system" },
  syncInterval: "10m0s",
  decryptionSecret: "sops-age",
  flux: {
    components: defaultFluxComponents,
    registry: "ghcr.io/fluxcd",
    watchAllNamespaces: true,
    networkPolicy: true,
    logLevel: "info",
    clusterDomain: "cluster.local",
    tolerationKeys: [],
  },
};

/** A release in miniature: what the options touch, and no more. */
export function miniatureRelease(version = "v2.9.5"): FluxRelease {
  const components = Object.fromEntries(fluxComponents.map((name) => [name, controllerObjects(name)]));
  return {
    version,
    components: components as FluxRelease["components"],
    policies: [{ apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata: { name: "allow-egress" } }],
    rbac: [
      { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: "crd-controller" } },
      binding("cluster-reconciler", "cluster-admin"),
      binding("crd-controller", "crd-controller"),
      { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "critical-pods" } },
    ],
  };
}

function controllerObjects(name: string): readonly KubernetesObject[] {
  const args = [
    "--events-addr=old",
    "--watch-all-namespaces",
    "--log-level=info",
    "--storage-adv-addr=old",
    "--enable-leader-election",
  ];
  const container = { name: "manager", image: `fluxcd/${name}:v1.0.0`, args };
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${name}s.example.org` },
  };
  const workload = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels: { "control-plane": "controller" } },
    spec: { selector: {}, template: { metadata: { labels: { app: name } }, spec: { containers: [container] } } },
  };
  return [crd, { apiVersion: "v1", kind: "ServiceAccount", metadata: { name } }, workload];
}

function binding(name: string, role: string): KubernetesObject {
  const object = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
    subjects: [{ kind: "ServiceAccount", name: "source-controller", namespace: "elsewhere" }],
  };
  return object;
}
