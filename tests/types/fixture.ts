import {
  cronJob,
  customObject,
  defineApp,
  deployment,
  helmRelease,
  persistentVolumeClaim,
  service,
} from "../../components/model/authoring";

/** A base of every kind of resource that patches treat differently. */
export const web = defineApp("web", {
  deployment: deployment({
    metadata: { name: "web" },
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: {
          initContainers: [{ name: "migrate", image: "example.com/migrate:1" }],
          containers: [
            { name: "web", image: "example.com/web:1", ports: [{ containerPort: 8080, protocol: "TCP" }] },
            { name: "log", image: "example.com/log:1" },
          ],
        },
      },
    },
  }),
  service: service({ metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } }),
  storage: persistentVolumeClaim({ metadata: { name: "web" }, spec: { accessModes: ["ReadWriteOnce"] } }),
  nightly: cronJob({
    metadata: { name: "nightly" },
    spec: {
      schedule: "0 1 * * *",
      jobTemplate: {
        spec: {
          template: { spec: { restartPolicy: "Never", containers: [{ name: "job", image: "example.com/job:1" }] } },
        },
      },
    },
  }),
  release: helmRelease({
    metadata: { name: "web" },
    spec: { interval: "1h", valuesFrom: [{ kind: "Secret", name: "a" }] },
  }),
  monitor: customObject({
    apiVersion: "monitoring.coreos.com/v1",
    kind: "ServiceMonitor",
    metadata: { name: "web" },
    spec: { endpoints: [{ port: "http" }], jobLabel: "app" },
  }),
});

/** A second app, so that catalogs have something to miss. */
export const worker = defineApp("worker", {
  deployment: deployment({
    metadata: { name: "worker" },
    spec: {
      selector: { matchLabels: { app: "worker" } },
      template: { spec: { containers: [{ name: "worker", image: "example.com/worker:1" }] } },
    },
  }),
});

export const apps = { web, worker };

export const settings = { fluxVersion: "v2.9.5", ageRecipients: [] };
