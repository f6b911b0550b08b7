import type { ExtraObject, World, WorldApp } from "./world";

/** Names of what the code imports. */
const imports = [
  ...["configMap", "cronJob", "defineApp", "deployment", "namespace", "overlay", "persistentVolumeClaim"],
  ...["service", "serviceAccount", "type LayerBuilder"],
];

const job = '{ restartPolicy: "Never", containers: [{ name: "job", image: "docker.io/library/busybox:1.37.0" }] }';

/** The world as a file of stacks/: the layers that staging runs besides its own. */
export function codeOf(world: World): string {
  const [first = "", second = ""] = world.layers;
  const layerOf = (name: string): string =>
    world.apps
      .filter(({ layer }) => layer === name)
      .map(overlayOf)
      .join(",\n");
  return `import { ${imports.join(", ")} } from "../components/model/authoring";

${world.apps.map(appOf).join("\n")}
const settings = defineApp("settings", {
${Object.entries(world.settings).map(settingOf).join("")}});
const ground = defineApp("ground", {});

/** Layers that a randomized test writes. */
export function worldLayers(layer: LayerBuilder<"staging">) {
  const first = layer(${text(first)}, {
    folder: "first",
    spec: { deletionPolicy: "Orphan" },
    overlays: [
overlay(ground, { add: { namespace: namespace({ metadata: { name: "world-settings" } }) } }),
${layerOf(first)}
    ],
  });
  const second = layer(${text(second)}, {
    folder: "second",
    spec: { deletionPolicy: "Orphan" },
    dependsOn: [first],
    overlays: [
${layerOf(second)}
    ],
  });
  const last = layer(${text(world.settingsLayer)}, {
    folder: "settings",
    dependsOn: [first],
    overlays: [overlay(settings, { namespace: "world-settings" })],
  });
  return [first, second, last] as const;
}
`;
}

function appOf({ name, mode, explicit }: WorldApp): string {
  const labels = `{ "app.kubernetes.io/name": ${text(name)} }`;
  const [podDefaults, containerDefaults, portDefault, specDefaults] = explicit
    ? [
        'restartPolicy: "Always", terminationGracePeriodSeconds: 30, dnsPolicy: "ClusterFirst", ',
        'imagePullPolicy: "IfNotPresent", terminationMessagePolicy: "File", ',
        ', protocol: "TCP"',
        "revisionHistoryLimit: 10, progressDeadlineSeconds: 600, ",
      ]
    : ["", "", "", ""];
  const health = `httpGet: { path: "/", port: "http"${explicit ? ', scheme: "HTTP"' : ""} }${explicit ? ", periodSeconds: 10" : ""}`;
  return `const ${name} = defineApp(${text(name)}, {
  deployment: deployment({
    metadata: { name: ${text(name)}, labels: ${labels} },
    spec: {
      ${specDefaults}selector: { matchLabels: ${labels} },
      template: {
        metadata: { labels: ${labels} },
        spec: {
          ${podDefaults}containers: [
            {
              name: "main",
              image: "docker.io/library/${name}",
              ${containerDefaults}env: [{ name: "MODE", value: ${text(mode)} }],
              ports: [{ name: "http", containerPort: 8080${portDefault} }],
              livenessProbe: { ${health} },
            },
          ],
        },
      },
    },
  }),
  service: service({
    metadata: { name: ${text(name)}, labels: ${labels} },
    spec: { ${explicit ? 'type: "ClusterIP", ' : ""}selector: ${labels}, ports: [{ name: "http", port: 80, targetPort: "http"${portDefault} }] },
  }),
});
`;
}

function overlayOf(app: WorldApp): string {
  const { name, replicas, tag, level, cpu, memory, note, surge, extras } = app;
  const env = level === undefined ? "" : `env: [{ name: "LEVEL", value: ${text(level)} }], `;
  const annotations = note === undefined ? "" : `metadata: { annotations: { "example.org/note": ${text(note)} } }, `;
  const strategy = surge === undefined ? "" : `strategy: { rollingUpdate: { maxSurge: ${text(surge)} } }, `;
  return `overlay(${name}, {
  namespace: ${text(name)},
  replicas: { deployment: ${replicas} },
  images: { main: { tag: ${text(tag)} } },
  patches: {
    deployment: {
      spec: {
        ${strategy}template: {
          ${annotations}spec: {
            containers: [{ name: "main", ${env}resources: { requests: { cpu: ${text(cpu)}, memory: ${text(memory)} } } }],
          },
        },
      },
    },
  },
  add: {
    namespace: namespace({ metadata: { name: ${text(name)} } }),
${Object.entries(extras)
  .map(([file, object]) => `    ${file}: ${extraOf(file, object)},\n`)
  .join("")}  },
})`;
}

function extraOf(name: string, object: ExtraObject): string {
  const metadata = `metadata: { name: ${text(name)} }`;
  switch (object.kind) {
    case "ConfigMap":
      return `configMap({ ${metadata}, data: ${JSON.stringify(object.data)} })`;
    case "ServiceAccount":
      return `serviceAccount({ ${metadata} })`;
    case "PersistentVolumeClaim":
      return `persistentVolumeClaim({ ${metadata}, spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: ${text(object.size)} } } } })`;
    case "CronJob":
      return `cronJob({ ${metadata}, spec: { schedule: ${text(object.schedule)}, suspend: true, jobTemplate: { spec: { template: { spec: ${job} } } } } })`;
    case "Service":
      return `service({ ${metadata}, spec: { clusterIP: "None", ports: [{ name: "http", port: ${object.port} }] } })`;
    default:
      return object satisfies never;
  }
}

function settingOf([name, value]: readonly [string, string]): string {
  return `  ${name}: configMap({ metadata: { name: ${text(name)} }, data: { value: ${text(value)} } }),\n`;
}

function text(value: string): string {
  return JSON.stringify(value);
}
