import { defineApp, deployment, service } from "../../components/model/authoring";
import { restricted, runAs } from "../security";

const labels = { "app.kubernetes.io/name": "whoami" };

/** Answers every request with what it received: stateless, to try routes and proxies with. */
export const whoami = defineApp("whoami", {
  deployment: deployment({
    metadata: { name: "whoami", labels },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          priorityClassName: "homelab-standard",
          securityContext: runAs(65532),
          containers: [
            {
              name: "whoami",
              image: "docker.io/traefik/whoami",
              args: ["--port=8080"],
              ports: [{ name: "http", containerPort: 8080 }],
              readinessProbe: { httpGet: { path: "/health", port: "http" } },
              livenessProbe: { httpGet: { path: "/health", port: "http" }, initialDelaySeconds: 5 },
              resources: { requests: { cpu: "5m", memory: "16Mi" }, limits: { memory: "32Mi" } },
              securityContext: restricted,
            },
          ],
        },
      },
    },
  }),
  service: service({
    metadata: { name: "whoami", labels },
    spec: { selector: labels, ports: [{ name: "http", port: 80, targetPort: "http" }] },
  }),
});
