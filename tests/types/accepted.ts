import {
  defineApp,
  deployment,
  environment,
  notDeployed,
  overlay,
  overlaysOf,
  sealedSecret,
  secretKey,
  service,
  type ControllerOptions,
} from "../../components/model/authoring";
import { apps, settings, web } from "./fixture";

/** Everything that the compiler must accept: each form of a patch, of the other options, of layers and catalogs. */
export const accepted = overlay(web, {
  namespace: "web",
  patches: {
    deployment: {
      metadata: { annotations: { note: "patched" } },
      spec: {
        replicas: 3,
        template: {
          spec: {
            nodeSelector: null,
            tolerations: [{ key: "spot", operator: "Exists" }],
            initContainers: [{ name: "migrate", args: ["--fast"] }],
            containers: [
              {
                name: "web",
                env: [
                  { name: "A", value: "1" },
                  { name: "B", $patch: "delete" },
                ],
                ports: [{ containerPort: 9 }],
              },
              { name: "log", $patch: "delete" },
              { $new: true, name: "proxy", image: "example.com/proxy:1" },
            ],
            volumes: [{ $patch: "replace" }, { name: "tmp", emptyDir: {} }],
          },
        },
      },
    },
    service: { spec: { ports: [{ port: 80, targetPort: "http" }], type: null } },
    storage: { spec: { resources: { requests: { storage: "10Gi" } } } },
    nightly: { spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: "job", args: [] }] } } } } } },
    release: { spec: { values: { any: { thing: [1, "a", null] } }, valuesFrom: [{ kind: "ConfigMap", name: "b" }] } },
    monitor: { spec: { endpoints: [{ port: "other" }], jobLabel: null } },
  },
  jsonPatches: {
    service: [
      { op: "remove", path: "/spec/type" },
      { op: "move", from: "/a", path: "/b" },
    ],
  },
  images: { web: { tag: "2" }, migrate: { tag: "2" }, job: { digest: "sha256:0" } },
  replicas: { deployment: 2 },
  add: {
    credentials: sealedSecret({ TOKEN: secretKey("webToken") }),
    extra: service({ metadata: { name: "extra" }, spec: {} }),
  },
});

/** A base whose containers come from a function, so that the compiler does not know their names. */
const named = (name: string): { name: string; image: string } => ({ name, image: "example.com/app:1" });
const unnamed = defineApp("unnamed", {
  deployment: deployment({
    metadata: { name: "unnamed" },
    spec: { selector: {}, template: { spec: { containers: ["a", "b"].map(named) } } },
  }),
});

export const acceptedUnnamed = overlay(unnamed, {
  patches: {
    deployment: {
      spec: {
        template: {
          spec: {
            containers: [
              { name: "a", args: [] },
              { $new: true, name: "side", image: "example.com/side:1" },
            ],
          },
        },
      },
    },
  },
});

const controllers: ControllerOptions = {
  "source-controller": { args: { concurrent: 4, "helm-cache-ttl": "15m" } },
  "helm-controller": {
    args: { "feature-gates": { OOMWatch: true } },
    patch: {
      spec: {
        template: { spec: { containers: [{ name: "manager", resources: { limits: { memory: "2Gi" } } }] } },
      },
    },
    jsonPatch: [{ op: "add", path: "/spec/template/spec/priorityClassName", value: "high" }],
  },
};

export const acceptedEnvironment = environment("staging", { ...settings, controllers }, (layer) => {
  const first = layer("first", { folder: "infrastructure/controllers", overlays: [], interval: "1h30m" });
  const choices = { web: accepted, worker: notDeployed };
  const overlays = overlaysOf(apps, choices);
  return [first, layer("apps", { folder: "apps", overlays, dependsOn: [first], wait: true })];
});
