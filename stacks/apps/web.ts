import { defineApp, deployment, persistentVolumeClaim, service } from "../../components/model/authoring";
import { restricted, runAs } from "../security";

const labels = { "app.kubernetes.io/name": "web" };

const webDeployment = deployment({
  metadata: { name: "web", labels },
  spec: {
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        automountServiceAccountToken: false,
        priorityClassName: "homelab-standard",
        securityContext: runAs(101),
        containers: [
          {
            name: "web",
            image: "ghcr.io/nginxinc/nginx-unprivileged",
            ports: [{ name: "http", containerPort: 8080 }],
            env: [{ name: "TZ", value: "Etc/UTC" }],
            readinessProbe: { httpGet: { path: "/", port: "http" } },
            livenessProbe: { tcpSocket: { port: "http" }, initialDelaySeconds: 10 },
            resources: { requests: { cpu: "10m", memory: "32Mi" }, limits: { memory: "64Mi" } },
            securityContext: restricted,
            volumeMounts: [
              { name: "content", mountPath: "/usr/share/nginx/html", readOnly: true },
              { name: "tmp", mountPath: "/tmp" },
            ],
          },
        ],
        volumes: [
          { name: "content", persistentVolumeClaim: { claimName: "web-content" } },
          { name: "tmp", emptyDir: {} },
        ],
      },
    },
  },
});

/** A web server whose pages lie on a volume that all replicas share, so its storage class must offer ReadWriteMany. */
export const web = defineApp("web", {
  deployment: webDeployment,
  service: service({
    metadata: { name: "web", labels },
    spec: { selector: labels, ports: [{ name: "http", port: 80, targetPort: "http" }] },
  }),
  storage: persistentVolumeClaim({
    metadata: { name: "web-content", labels },
    spec: { accessModes: ["ReadWriteMany"], resources: { requests: { storage: "1Gi" } } },
  }),
});
