import { describeObject, type KubernetesObject } from "../../../model/object";
import { at, type Mapping, mappingAt, mappingsAt, stringAt } from "../../read/fields";
import { isMerged } from "../../read/flux";
import { groupOf } from "../../read/identity";
import { containersOf, podTemplate } from "../../read/pods";
import { quantityOf } from "../../read/quantity";
import type { EnvironmentRule } from "../../rule";
import { isLabelName, isOpen, isPortName, isPortNumber } from "./name-forms";

const macros = new Set(["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"]);

/** The API server refuses such pods and schedules, whatever the cluster. */
export const invalidContainer: EnvironmentRule = {
  code: "invalid-container",
  scope: "environment",
  about: "every container, and the schedule and restarts of every job, are ones that Kubernetes accepts",
  check({ objects }) {
    return objects.flatMap(({ object, origin }) => {
      const template = podTemplate(object);
      if (template === undefined || at(object, "sops") !== undefined) return [];
      const whole = !isMerged(object);
      const containers = containersOf(template);
      return [
        ...containers.flatMap((container) => containerFaults(container, whole)),
        ...sharedNames(containers),
        ...jobFaults(object, template, whole),
      ].map((message) => ({ path: origin, resource: describeObject(object), message, parts: fieldsIn(message) }));
    });
  },
};

/** Fields that a message names: what another patch may have set. */
function fieldsIn(message: string): readonly string[] {
  return ["image", "restartPolicy"].filter((field) => message.includes(field));
}

function containerFaults(container: Mapping, whole: boolean): readonly string[] {
  const { name, image } = container;
  const who = `container ${typeof name === "string" ? name : "?"}`;
  const badName = typeof name === "string" && !isOpen(name) && !isLabelName(name);
  const noImage = image === "" || ((image === undefined || image === null) && whole);
  return [
    ...(badName
      ? [`container name "${name}" is none that Kubernetes accepts: lower case letters, digits and -, at most 63`]
      : []),
    ...(noImage ? [`${who} has no image; set image to what it runs`] : []),
    ...mappingsAt(container, "ports").flatMap((port) => portFaults(port, who)),
    ...resourceFaults(container, who),
  ];
}

function portFaults({ name, containerPort }: Mapping, who: string): readonly string[] {
  const badName = typeof name === "string" && name !== "" && !isOpen(name) && !isPortName(name);
  return [
    ...(typeof containerPort === "number" && !isPortNumber(containerPort)
      ? [`${who} has the containerPort ${containerPort}; use a number from 1 to 65535`]
      : []),
    ...(badName
      ? [
          `${who} has a port named "${name}"; use at most 15 lower case letters, digits and single dashes, with a letter among them`,
        ]
      : []),
  ];
}

function resourceFaults(container: Mapping, who: string): readonly string[] {
  const limits = mappingAt(container, "resources", "limits");
  return Object.entries(mappingAt(container, "resources", "requests")).flatMap(([resource, request]) => {
    const limit = limits[resource];
    const [asked, most] = [quantityOf(request), quantityOf(limit)];
    if (asked === undefined || most === undefined || !exceeds(asked, most)) return [];
    return [
      `${who} requests ${String(request)} of ${resource}, above its limit ${String(limit)}; lower the request or raise the limit`,
    ];
  });
}

/** `700m` and `0.7` are equal, although their floating point numbers may not be. */
function exceeds(asked: number, most: number): boolean {
  return asked - most > 1e-9 * Math.max(Math.abs(asked), Math.abs(most));
}

function sharedNames(containers: readonly Mapping[]): readonly string[] {
  const names = containers.flatMap((container) => stringAt(container, "name") ?? []).filter((name) => !isOpen(name));
  const shared = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...shared].map(
    (name) =>
      `more than one container of the pod is named "${name}", init containers counted; give each a name of its own`,
  );
}

function jobFaults(object: KubernetesObject, template: Mapping, whole: boolean): readonly string[] {
  if (groupOf(object) !== "batch") return [];
  return [...restartFaults(template, whole), ...(object.kind === "CronJob" ? cronFaults(object) : [])];
}

function restartFaults(template: Mapping, whole: boolean): readonly string[] {
  const policy = at(template, "spec", "restartPolicy") ?? undefined;
  if (policy === "OnFailure" || policy === "Never" || isOpen(policy)) return [];
  if (policy === undefined && !whole) return [];
  const found = policy === undefined ? "has no restartPolicy" : `has the restartPolicy ${JSON.stringify(policy)}`;
  return [`the pod of a job ${found}; set OnFailure or Never`];
}

function cronFaults(object: KubernetesObject): readonly string[] {
  const { name } = object.metadata;
  const schedule = stringAt(object, "spec", "schedule");
  return [
    ...(name.length > 52 && !isOpen(name)
      ? [
          `metadata.name "${name}" has ${name.length} characters; a CronJob's has at most 52, since its jobs add to it: shorten it`,
        ]
      : []),
    ...(schedule === undefined || isOpen(schedule) || isSchedule(schedule.trim())
      ? []
      : [
          `spec.schedule "${schedule}" is no schedule: write five fields (minute, hour, day of month, month, day of week), or a macro such as @hourly`,
        ]),
  ];
}

function isSchedule(text: string): boolean {
  if (/^(?:CRON_)?TZ=/.test(text)) return true;
  if (text.startsWith("@")) return macros.has(text) || text.startsWith("@every ");
  return text.split(/\s+/).length === 5;
}
