import { configMap, cronJob, defineApp } from "../../components/model/authoring";
import { restricted, runAs } from "../security";

const labels = { "app.kubernetes.io/name": "renovate" };

const config = {
  platform: "github",
  repositories: ["example/homelab"],
  onboarding: false,
  requireConfig: "required",
  persistRepoData: false,
};

/** Proposes new versions of images and charts: a scheduled run of Renovate over the repositories that its configuration lists. */
export const renovate = defineApp("renovate", {
  cronJob: cronJob({
    metadata: { name: "renovate", labels },
    spec: {
      schedule: "0 3 * * *",
      timeZone: "Etc/UTC",
      concurrencyPolicy: "Forbid",
      successfulJobsHistoryLimit: 1,
      failedJobsHistoryLimit: 1,
      jobTemplate: {
        spec: {
          backoffLimit: 0,
          activeDeadlineSeconds: 3600,
          template: {
            metadata: { labels },
            spec: {
              restartPolicy: "Never",
              automountServiceAccountToken: false,
              securityContext: runAs(12021),
              containers: [
                {
                  name: "renovate",
                  image: "ghcr.io/renovatebot/renovate",
                  env: [
                    { name: "RENOVATE_CONFIG_FILE", value: "/opt/renovate/config.json" },
                    { name: "RENOVATE_BASE_DIR", value: "/tmp/renovate" },
                    {
                      name: "RENOVATE_TOKEN",
                      valueFrom: { secretKeyRef: { name: "renovate-credentials", key: "RENOVATE_TOKEN" } },
                    },
                  ],
                  resources: { requests: { cpu: "100m", memory: "512Mi" }, limits: { memory: "2Gi" } },
                  securityContext: restricted,
                  volumeMounts: [
                    { name: "config", mountPath: "/opt/renovate", readOnly: true },
                    { name: "tmp", mountPath: "/tmp" },
                  ],
                },
              ],
              volumes: [
                { name: "config", configMap: { name: "renovate" } },
                { name: "tmp", emptyDir: {} },
              ],
            },
          },
        },
      },
    },
  }),
  config: configMap({
    metadata: { name: "renovate", labels },
    data: { "config.json": `${JSON.stringify(config, undefined, 2)}\n` },
  }),
});
