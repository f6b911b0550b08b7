import {
  defineApp,
  deployment,
  namespace,
  overlay,
  persistentVolumeClaim,
  service,
} from "../../components/model/authoring";
import type { Overlay } from "../../components/model/overlay";

/** One generated app, as each environment runs it. */
export interface GeneratedApp {
  overlay(replicas: number): Overlay;
}

/** A web server with a Service and a volume. `release` is the tag of its image, so that another one changes the base. */
export function generatedApp(name: string, release: string): GeneratedApp {
  const app = defineApp(name, {
    deployment: webDeployment(name, release),
    service: service({
      metadata: { name, labels: labelsOf(name) },
      spec: { selector: labelsOf(name), ports: [{ name: "http", port: 80, targetPort: "http" }] },
    }),
    storage: persistentVolumeClaim({
      metadata: { name: `${name}-content`, labels: labelsOf(name) },
      spec: { accessModes: ["ReadWriteMany"], resources: { requests: { storage: "1Gi" } } },
    }),
  });
  return {
    overlay: (replicas) =>
      overlay(app, {
        namespace: name,
        replicas: { deployment: replicas },
        add: { namespace: namespace({ metadata: { name } }) },
      }),
  };
}

function labelsOf(name: string): Record<string, string> {
  return { "app.kubernetes.io/name": name };
}

function webDeployment(name: string, release: string) {
  return deployment({
    metadata: { name, labels: labelsOf(name) },
    spec: {
      selector: { matchLabels: labelsOf(name) },
      template: {
        metadata: { labels: labelsOf(name) },
        spec: {
          automountServiceAccountToken: false,
          containers: [
            {
              name: "web",
              image: `ghcr.io/nginxinc/nginx-unprivileged:${release}`,
              ports: [{ name: "http", containerPort: 8080 }],
              env: [{ name: "TZ", value: "Etc/UTC" }],
              readinessProbe: { httpGet: { path: "/", port: "http" } },
              resources: { requests: { cpu: "10m", memory: "32Mi" }, limits: { memory: "64Mi" } },
              volumeMounts: [{ name: "content", mountPath: "/usr/share/nginx/html", readOnly: true }],
            },
          ],
          volumes: [{ name: "content", persistentVolumeClaim: { claimName: `${name}-content` } }],
        },
      },
    },
  });
}
