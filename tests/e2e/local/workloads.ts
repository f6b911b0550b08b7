/** Workloads that the platform's tests apply. */
const container = { name: "main", image: "example.org/main:1" };

export const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "data" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};

export const web = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [container], volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] },
    },
  },
};

export const job = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "once" },
  spec: { template: { spec: { restartPolicy: "Never", containers: [container] } } },
};

export const helmRelease = {
  apiVersion: "helm.toolkit.fluxcd.io/v2",
  kind: "HelmRelease",
  metadata: { name: "chart" },
  spec: { interval: "1h", chart: { spec: { chart: "chart", sourceRef: { kind: "HelmRepository", name: "charts" } } } },
};

export const helmStage = {
  apiVersion: "kwok.x-k8s.io/v1alpha1",
  kind: "Stage",
  metadata: { name: "helm-release-ready" },
};
