import { configMap, defineApp, deployment, service } from "../../components/model/authoring";
import { restricted, runAs } from "../security";

const labels = { "app.kubernetes.io/name": "homepage" };

const settings = `title: Homelab
headerStyle: clean
layout:
  Services:
    style: row
    columns: 3
`;

const services = `- Services:
    - Web:
        href: http://web.web.svc.cluster.local
        description: Static pages
    - Whoami:
        href: http://whoami.whoami.svc.cluster.local
        description: Echoes requests
`;

const homepageDeployment = deployment({
  metadata: { name: "homepage", labels },
  spec: {
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        automountServiceAccountToken: false,
        priorityClassName: "homelab-standard",
        securityContext: runAs(1000),
        containers: [
          {
            name: "homepage",
            image: "ghcr.io/gethomepage/homepage",
            ports: [{ name: "http", containerPort: 3000 }],
            env: [{ name: "LOG_TARGETS", value: "stdout" }],
            readinessProbe: { httpGet: { path: "/api/healthcheck", port: "http" } },
            livenessProbe: { httpGet: { path: "/api/healthcheck", port: "http" }, initialDelaySeconds: 15 },
            resources: { requests: { cpu: "20m", memory: "128Mi" }, limits: { memory: "256Mi" } },
            securityContext: restricted,
            volumeMounts: [
              { name: "config", mountPath: "/app/config", readOnly: true },
              { name: "cache", mountPath: "/app/.next/cache" },
            ],
          },
        ],
        volumes: [
          { name: "config", configMap: { name: "homepage" } },
          { name: "cache", emptyDir: {} },
        ],
      },
    },
  },
});

/** A dashboard of links, configured by files and reached through a tunnel that each environment adds. */
export const homepage = defineApp("homepage", {
  deployment: homepageDeployment,
  service: service({
    metadata: { name: "homepage", labels },
    spec: { selector: labels, ports: [{ name: "http", port: 80, targetPort: "http" }] },
  }),
  config: configMap({
    metadata: { name: "homepage", labels },
    data: {
      "settings.yaml": settings,
      "services.yaml": services,
      "bookmarks.yaml": "[]\n",
      "widgets.yaml": "[]\n",
      "docker.yaml": "{}\n",
      "kubernetes.yaml": "mode: disabled\n",
      "custom.css": "",
      "custom.js": "",
    },
  }),
});
