import { defineApp, helmRelease, helmRepository } from "../../components/model/authoring";

/** Secret with Grafana's administrator: each environment seals it in monitoring-configs, and the release below reads it. */
export const grafanaSecret = { name: "grafana-admin", userKey: "admin-user", passwordKey: "admin-password" };

/** The namespace and the secrets that the release needs: nothing that all environments share, so each overlay adds them. */
export const kubePrometheusStackConfig = defineApp("kube-prometheus-stack", {});

/** Prometheus, Alertmanager and Grafana from the community's chart; the chart's version is the environment's. */
export const kubePrometheusStack = defineApp("kube-prometheus-stack", {
  repository: helmRepository({
    metadata: { name: "prometheus-community" },
    spec: { type: "oci", url: "oci://ghcr.io/prometheus-community/charts" },
  }),
  release: helmRelease({
    metadata: { name: "kube-prometheus-stack" },
    spec: {
      interval: "1h",
      timeout: "15m",
      chart: {
        spec: {
          chart: "kube-prometheus-stack",
          sourceRef: { kind: "HelmRepository", name: "prometheus-community" },
        },
      },
      install: { crds: "Create", remediation: { retries: 3 } },
      upgrade: { crds: "CreateReplace", remediation: { retries: 3 } },
      values: {
        fullnameOverride: "monitoring",
        grafana: {
          admin: {
            existingSecret: grafanaSecret.name,
            userKey: grafanaSecret.userKey,
            passwordKey: grafanaSecret.passwordKey,
          },
          defaultDashboardsTimezone: "utc",
        },
        prometheus: { prometheusSpec: { serviceMonitorSelectorNilUsesHelmValues: false } },
      },
    },
  }),
});
