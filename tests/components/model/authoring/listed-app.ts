import { customObject, defineApp, deployment, service, serviceAccount } from "../../../../components/model/authoring";

/** An app with every list that kustomize merges, and some that it replaces. */
export const listedApp = defineApp("app", {
  deployment: deployment({
    metadata: { name: "app" },
    spec: {
      selector: { matchLabels: { app: "app" } },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } },
      template: {
        metadata: { labels: { app: "app" } },
        spec: {
          containers: [
            {
              name: "app",
              image: "example.com/app:1",
              env: [
                { name: "A", value: "1" },
                { name: "B", value: "2" },
              ],
              ports: [{ containerPort: 80, name: "http" }],
              readinessProbe: { httpGet: { port: 80 } },
              volumeMounts: [
                { mountPath: "/a", name: "v" },
                { mountPath: "/b", name: "v" },
              ],
              volumeDevices: [
                { devicePath: "/dev/a", name: "a" },
                { devicePath: "/dev/b", name: "b" },
              ],
            },
          ],
          volumes: [
            { name: "v", emptyDir: {} },
            { name: "w", configMap: { name: "w" } },
          ],
          hostAliases: [{ ip: "10.0.0.1", hostnames: ["a"] }],
          imagePullSecrets: [{ name: "a" }],
          tolerations: [{ key: "a" }],
          schedulingGates: [{ name: "a" }],
          resourceClaims: [{ name: "a", resourceClaimName: "a" }],
          topologySpreadConstraints: [
            { topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", maxSkew: 1 },
            { topologyKey: "zone", whenUnsatisfiable: "ScheduleAnyway", maxSkew: 1 },
          ],
        },
      },
    },
  }),
  service: service({
    metadata: { name: "app" },
    spec: {
      ports: [
        { port: 53, name: "udp", protocol: "UDP" },
        { port: 53, name: "tcp", protocol: "TCP" },
      ],
    },
  }),
  mixed: service({ metadata: { name: "mixed" }, spec: { ports: [{ port: 53, protocol: "UDP" }, { port: 53 }] } }),
  account: serviceAccount({ metadata: { name: "app" }, secrets: [{ name: "a" }], imagePullSecrets: [{ name: "a" }] }),
  hook: customObject({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "app" },
    webhooks: [
      { name: "a.example.org", failurePolicy: "Fail" },
      { name: "b.example.org", failurePolicy: "Fail" },
    ],
  }),
});
