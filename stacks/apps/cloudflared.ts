import { deployment, imageReference, type Deployment } from "../../components/model/authoring";
import { restricted, runAs } from "../security";
import type { ImageVersion } from "../versions";

/** What a tunnel needs to know of its environment. */
export interface TunnelArgs {
  readonly version: ImageVersion;
  /** Connectors of this tunnel; Cloudflare spreads requests over them. */
  readonly replicas: number;
  /** Secret whose entry TUNNEL_TOKEN says which tunnel this is. */
  readonly secretName: string;
}

const labels = { "app.kubernetes.io/name": "cloudflared" };

/** A connector of a Cloudflare tunnel: makes a Service public without opening a port. */
export function cloudflared({ version, replicas, secretName }: TunnelArgs): Deployment {
  return deployment({
    metadata: { name: "cloudflared", labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          priorityClassName: "homelab-critical",
          securityContext: runAs(65532),
          containers: [
            {
              name: "cloudflared",
              image: imageReference("docker.io/cloudflare/cloudflared", version),
              args: ["tunnel", "--no-autoupdate", "--metrics", "0.0.0.0:2000", "run"],
              env: [{ name: "TUNNEL_TOKEN", valueFrom: { secretKeyRef: { name: secretName, key: "TUNNEL_TOKEN" } } }],
              ports: [{ name: "metrics", containerPort: 2000 }],
              readinessProbe: { httpGet: { path: "/ready", port: "metrics" } },
              livenessProbe: {
                httpGet: { path: "/ready", port: "metrics" },
                initialDelaySeconds: 10,
                failureThreshold: 3,
              },
              resources: { requests: { cpu: "10m", memory: "64Mi" }, limits: { memory: "128Mi" } },
              securityContext: restricted,
            },
          ],
        },
      },
    },
  });
}
