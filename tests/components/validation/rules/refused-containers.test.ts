import { appended, edited, withObject, type Files } from "../sound-tree";
import { breaking, passing } from "../table";

const path = "apps/base/web/deployment.yaml";
const added = "apps/staging/web/added.yaml";
const web = { code: "invalid-container", path, resource: "Deployment web/web" };
const night = { code: "invalid-container", path: added, resource: "CronJob web/night" };
const container = "        - name: web\n          image: example/web:1.0.0\n";
const port = "            - name: http\n              containerPort: 8080\n";
const image = "image: example/web:1.0.0";

function inserted(after: string, text: string): Files {
  return edited(path, after, `${after}${text}`);
}

function resources(requests: string, limits: string): Files {
  return inserted(container, `          resources: { requests: { ${requests} }, limits: { ${limits} } }\n`);
}

/** With the variable `v` in its layer. */
function substituted(files: Files): Files {
  const apps = "clusters/staging/apps.yaml";
  return files.set(apps, appended(apps, "  postBuild: { substitute: { v: a } }\n").get(apps) ?? "");
}

function cronJob({
  name = "night",
  schedule = "0 3 * * *",
  restart = "restartPolicy: Never",
  annotation = "a",
}): Files {
  return withObject(
    `apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: ${name}\n  annotations: { kustomize.toolkit.fluxcd.io/ssa: ${annotation} }\nspec:\n  schedule: "${schedule}"\n  jobTemplate:\n    spec:\n      template:\n        spec:\n          ${restart}\n          containers: [{ name: run, ${image} }]\n`,
  );
}

function job(restart: string): Files {
  return withObject(
    `apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: once\nspec:\n  template:\n    spec:\n      ${restart}\n      containers: [{ name: run, ${image} }]\n`,
  );
}

describe("rule invalid-container", () => {
  breaking([
    {
      ...web,
      title: "the name of an init container",
      files: inserted("      serviceAccountName: web\n", `      initContainers: [{ name: Set_Up, ${image} }]\n`),
      message: /container name "Set_Up" is none that Kubernetes accepts: lower case/,
    },
    {
      ...web,
      title: "a name that two containers have",
      files: inserted("      serviceAccountName: web\n", `      initContainers: [{ name: web, ${image} }]\n`),
      message: /more than one container of the pod is named "web".*name of its own/,
    },
    {
      ...web,
      title: "no image",
      files: edited(path, "      volumes:\n", "        - name: side\n      volumes:\n"),
      message: /container side has no image; set image/,
    },
    {
      ...web,
      title: "an empty image",
      files: edited(path, "      volumes:\n", '        - name: side\n          image: ""\n      volumes:\n'),
      message: /container side has no image; set image/,
    },
    ...[0, 65536].map((number) => ({
      ...web,
      title: `the port ${number}`,
      files: edited(path, "8080", String(number)),
      message: new RegExp(`container web has the containerPort ${number}; use a number from 1 to 65535`),
    })),
    ...["sixteen-letters1", "Metrics", "a--b", "-a", "a_b", "8080"].map((name) => ({
      ...web,
      title: `the port name ${name}`,
      files: inserted(port, `            - name: "${name}"\n              containerPort: 9090\n`),
      message: new RegExp(`container web has a port named "${name}"; use at most 15 lower case letters`),
    })),
    ...[
      ["memory: 2Gi", "memory: 1Gi"],
      ["memory: 1Gi", "memory: 1G"],
      ["cpu: 1", "cpu: 999m"],
      ['cpu: "1.5"', "cpu: 1"],
    ].map(([asked = "", most = ""]) => ({
      ...web,
      title: `a request of ${asked} with a limit of ${most}`,
      files: resources(asked, most),
      message: /container web requests \S+ of (memory|cpu), above its limit \S+; lower the request or raise the limit/,
    })),
    {
      ...night,
      title: "a CronJob's pod without restartPolicy",
      files: cronJob({ restart: "enableServiceLinks: false" }),
      message: /the pod of a job has no restartPolicy; set OnFailure or Never/,
    },
    {
      ...night,
      title: "a Job's pod that always restarts",
      resource: "Job web/once",
      files: job("restartPolicy: Always"),
      message: /the pod of a job has the restartPolicy "Always"; set OnFailure or Never/,
    },
    {
      ...night,
      title: "a CronJob's name of 53 characters",
      resource: `CronJob web/${"n".repeat(53)}`,
      files: cronJob({ name: "n".repeat(53) }),
      message: /has 53 characters; a CronJob's has at most 52/,
    },
    ...["", "0 3 * *", "0 0 3 * * *", "@often", "daily"].map((schedule) => ({
      ...night,
      title: `the schedule "${schedule}"`,
      files: cronJob({ schedule }),
      message: /spec.schedule ".*" is no schedule: write five fields .* or a macro such as @hourly/,
    })),
  ]);
  passing([
    {
      title: "init containers with names of their own",
      files: inserted("      serviceAccountName: web\n", `      initContainers: [{ name: 0-set-up, ${image} }]\n`),
    },
    ...[1, 65535].map((number) => ({ title: `the port ${number}`, files: edited(path, "8080", String(number)) })),
    ...["fifteen-letters", "a", "8080-tcp", "p2p"].map((name) => ({
      title: `the port name ${name}`,
      files: inserted(port, `            - name: ${name}\n              containerPort: 9090\n`),
    })),
    { title: "a port without a name", files: inserted(port, "            - containerPort: 9090\n") },
    ...[
      ["memory: 1Gi", "memory: 1024Mi"],
      ["memory: 1G", "memory: 1Gi"],
      ["cpu: 700m", "cpu: 0.7"],
      ["cpu: 0.7", "cpu: 700m"],
      ["cpu: 300m", 'cpu: "0.3"'],
      ["memory: 1e3", "memory: 1k"],
      ["cpu: 2", "memory: 1Gi"],
    ].map(([asked = "", most = ""]) => ({
      title: `a request of ${asked} with a limit of ${most}`,
      files: resources(asked, most),
    })),
    ...["Never", "OnFailure"].map((policy) => ({
      title: `a Job with the restartPolicy ${policy}`,
      files: job(`restartPolicy: ${policy}`),
    })),
    {
      title: "part of a CronJob that Flux merges",
      files: cronJob({ restart: "enableServiceLinks: false", annotation: "Merge" }),
    },
    { title: "a schedule that waits for a variable", files: substituted(cronJob({ schedule: "${v}" })) },
    {
      title: "a restartPolicy that waits for a variable",
      files: substituted(job('restartPolicy: "${v}"')),
    },
    {
      title: "names of containers and ports that wait for a variable",
      files: substituted(
        edited(
          path,
          "      volumes:\n",
          `        - { name: "\${v}", ${image}, ports: [{ name: "\${v}", containerPort: 9090 }] }\n        - { name: "\${v}", ${image} }\n      volumes:\n`,
        ),
      ),
    },
    { title: "a request that waits for a variable", files: substituted(resources('memory: "${v}"', "memory: 1")) },
    { title: "a CronJob's name of 52 characters", files: cronJob({ name: "n".repeat(52) }) },
    ...[
      "*/5  0-6 1,15 JAN MON",
      "@hourly",
      "@midnight",
      "@every 1h30m",
      "TZ=UTC 0 3 * * *",
      "CRON_TZ=UTC 0 3 * * *",
    ].map((schedule) => ({ title: `the schedule ${schedule}`, files: cronJob({ schedule }) })),
  ]);
});
