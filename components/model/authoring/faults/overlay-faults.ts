import type { App } from "../../app";
import type { Fault } from "../../issue";
import type { Overlay } from "../../overlay";
import { isSealedSecret, type SealedSecret } from "../../sealed-secret";
import { fileNameFaults } from "./file-names";
import { imageFaults } from "./image-faults";
import { jsonPatchFaults } from "./json-patch-faults";
import { isLabel, isSubdomain, listNames } from "../names";

const secretEntry = /^[-._a-zA-Z0-9]+$/;
const replicated: readonly string[] = ["Deployment", "StatefulSet"];

/** What is wrong with an overlay that the compiler did not see, or that was written in JavaScript. */
export function overlayFaults(overlay: Overlay): readonly Fault[] {
  return [
    ...namespaceFaults(overlay),
    ...unknownResources(overlay.app, "patches", overlay.patches),
    ...unknownResources(overlay.app, "jsonPatches", overlay.jsonPatches),
    ...jsonPatchFaults(overlay),
    ...replicaFaults(overlay),
    ...imageFaults(overlay.app.resources, overlay.images),
    ...addedFaults(overlay),
  ];
}

function namespaceFaults({ namespace }: Overlay): readonly Fault[] {
  if (namespace === undefined || isLabel(namespace)) return [];
  return [
    {
      code: "malformed-name",
      resource: "namespace",
      message: `"${namespace}" is no namespace: lower-case letters, digits and dashes, at most 63.`,
    },
  ];
}

function unknownResources(app: App, option: string, entries: Readonly<Record<string, unknown>>): readonly Fault[] {
  return Object.keys(entries)
    .filter((name) => !Object.hasOwn(app.resources, name))
    .map((name) => ({
      code: "unknown-resource",
      resource: `${option}.${name}`,
      message: `the app ${app.name} has no resource "${name}". Known: ${listNames(Object.keys(app.resources))}.`,
    }));
}

function replicaFaults({ app, replicas }: Overlay): readonly Fault[] {
  const known = Object.keys(app.resources).filter((name) => replicated.includes(app.resources[name]?.kind ?? ""));
  return Object.entries(replicas).flatMap(([name, count]) => {
    const resource = `replicas.${name}`;
    if (!known.includes(name)) {
      return [
        {
          code: "unknown-resource",
          resource,
          message: `the app ${app.name} has no Deployment or StatefulSet "${name}". Known: ${listNames(known)}.`,
        },
      ];
    }
    if (Number.isSafeInteger(count) && count >= 0) return [];
    return [
      {
        code: "malformed-replicas",
        resource,
        message: `${String(count)} is no number of replicas: a whole number, zero or more.`,
      },
    ];
  });
}

function addedFaults({ add }: Overlay): readonly Fault[] {
  const secrets = Object.entries(add).flatMap(([name, value]) =>
    isSealedSecret(value) ? secretFaults(`add.${name}`, value) : [],
  );
  return [...fileNameFaults("add.", Object.keys(add)), ...secrets];
}

function secretFaults(resource: string, secret: SealedSecret): readonly Fault[] {
  const entries = Object.keys(secret.stringData);
  const named = isSubdomain(secret.name) ? [] : [`"${secret.name}" is no name of a Secret. Give sealedSecret a name.`];
  const empty =
    entries.length === 0
      ? ["a sealed secret without entries holds nothing. Name a configuration key for each entry."]
      : [];
  const malformed = entries
    .filter((entry) => !secretEntry.test(entry))
    .map((entry) => `"${entry}" is no entry of a Secret: letters, digits, dashes, dots and underscores.`);
  return [...named, ...empty, ...malformed].map((message) => ({ code: "malformed-secret", resource, message }));
}
