import {
  environment,
  namespace,
  overlay,
  overlaysOf,
  sealedSecret,
  secretKey,
  type OverlayOf,
} from "../components/model/authoring";
import type { Environment } from "../components/model/environment";
import type { Overlay } from "../components/model/overlay";
import { apps, cloudflared, publicIngress } from "./apps";
import { infrastructureConfigs, infrastructureControllers } from "./infrastructure";
import { grafanaSecret, monitoringConfigs, monitoringControllers } from "./monitoring";
import type { Versions } from "./versions";

const domain = "staging.example.com";

/** What staging runs: one replica of everything, small. */
export function staging(versions: Versions, ageRecipients: readonly string[]): Environment {
  return environment("staging", { fluxVersion: versions.flux, ageRecipients }, (layer) => {
    const infrastructureController = layer("infrastructure-controllers", {
      folder: "infrastructure/controllers",
      overlays: controllers(versions),
    });
    const infrastructureConfig = layer("infrastructure-configs", {
      folder: "infrastructure/configs",
      overlays: overlaysOf(infrastructureConfigs, {
        priorityClasses: overlay(infrastructureConfigs.priorityClasses, {}),
      }),
      dependsOn: [infrastructureController],
    });
    const monitoringConfig = layer("monitoring-configs", { folder: "monitoring/configs", overlays: monitoringNeeds() });
    const monitoringController = layer("monitoring-controllers", {
      folder: "monitoring/controllers",
      overlays: monitoring(versions),
      dependsOn: [monitoringConfig],
    });
    const applications = { web: web(versions), homepage: homepage(versions), whoami: whoami(versions) };
    const overlays = overlaysOf(apps, applications);
    const app = layer("apps", { folder: "apps", overlays, dependsOn: [infrastructureConfig] });
    return [infrastructureController, infrastructureConfig, monitoringConfig, monitoringController, app];
  });
}

function controllers({ images }: Versions): readonly Overlay[] {
  return overlaysOf(infrastructureControllers, {
    renovate: overlay(infrastructureControllers.renovate, {
      namespace: "renovate",
      images: { renovate: images.renovate },
      patches: {
        cronJob: {
          spec: {
            jobTemplate: {
              spec: {
                template: {
                  spec: { containers: [{ name: "renovate", env: [{ name: "RENOVATE_DRY_RUN", value: "full" }] }] },
                },
              },
            },
          },
        },
      },
      add: {
        namespace: namespace({ metadata: { name: "renovate" } }),
        credentials: sealedSecret({ RENOVATE_TOKEN: secretKey("renovateToken") }, { name: "renovate-credentials" }),
      },
    }),
  });
}

function monitoringNeeds(): readonly Overlay[] {
  const { name, userKey, passwordKey } = grafanaSecret;
  return overlaysOf(monitoringConfigs, {
    kubePrometheusStack: overlay(monitoringConfigs.kubePrometheusStack, {
      namespace: "monitoring",
      add: {
        namespace: namespace({ metadata: { name: "monitoring" } }),
        credentials: sealedSecret(
          { [userKey]: secretKey("grafanaAdminUser"), [passwordKey]: secretKey("grafanaAdminPassword") },
          { name },
        ),
      },
    }),
  });
}

function monitoring({ charts }: Versions): readonly Overlay[] {
  return overlaysOf(monitoringControllers, {
    kubePrometheusStack: overlay(monitoringControllers.kubePrometheusStack, {
      namespace: "monitoring",
      patches: {
        release: {
          spec: {
            chart: { spec: { version: charts["kube-prometheus-stack"].version } },
            values: {
              alertmanager: { enabled: false },
              grafana: { "grafana.ini": { server: { domain: `grafana.${domain}` } } },
              prometheus: {
                prometheusSpec: { retention: "2d", resources: { requests: { cpu: "100m", memory: "512Mi" } } },
              },
            },
          },
        },
      },
    }),
  });
}

function web({ images }: Versions): OverlayOf<typeof apps.web> {
  return overlay(apps.web, {
    namespace: "web",
    replicas: { deployment: 1 },
    images: { web: images.web },
    add: { namespace: namespace({ metadata: { name: "web" } }), ingress: publicIngress("web", `www.${domain}`) },
  });
}

function homepage({ images }: Versions): OverlayOf<typeof apps.homepage> {
  return overlay(apps.homepage, {
    namespace: "homepage",
    replicas: { deployment: 1 },
    images: { homepage: images.homepage },
    patches: {
      deployment: {
        spec: {
          template: {
            spec: {
              containers: [
                {
                  name: "homepage",
                  env: [
                    { name: "HOMEPAGE_ALLOWED_HOSTS", value: `home.${domain}` },
                    { name: "LOG_LEVEL", value: "debug" },
                  ],
                },
              ],
            },
          },
        },
      },
    },
    add: {
      namespace: namespace({ metadata: { name: "homepage" } }),
      tunnel: cloudflared({ version: images.cloudflared, replicas: 1, secretName: "cloudflared-credentials" }),
      credentials: sealedSecret({ TUNNEL_TOKEN: secretKey("tunnelToken") }, { name: "cloudflared-credentials" }),
    },
  });
}

function whoami({ images }: Versions): OverlayOf<typeof apps.whoami> {
  return overlay(apps.whoami, {
    namespace: "whoami",
    replicas: { deployment: 1 },
    images: { whoami: images.whoami },
    patches: {
      deployment: {
        spec: {
          template: { spec: { containers: [{ name: "whoami", env: [{ name: "WHOAMI_NAME", value: "staging" }] }] } },
        },
      },
    },
    add: {
      namespace: namespace({ metadata: { name: "whoami" } }),
      ingress: publicIngress("whoami", `whoami.${domain}`),
    },
  });
}
