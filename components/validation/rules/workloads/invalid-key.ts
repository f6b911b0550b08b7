import { isIP } from "node:net";
import { describeObject, type KubernetesObject } from "../../../model/object";
import { at, type Mapping, mappingAt, mappingsAt, stringAt } from "../../read/fields";
import { isMerged } from "../../read/flux";
import { groupOf } from "../../read/identity";
import { podTemplate } from "../../read/pods";
import type { EnvironmentRule } from "../../rule";
import { isOpen, isPortNumber, isQualifiedName, isSubdomain } from "./name-forms";

const mebibyte = 1_048_576;

/** The API server refuses such keys, hosts and ports, whatever the cluster. */
export const invalidKey: EnvironmentRule = {
  code: "invalid-key",
  scope: "environment",
  about: "every key of metadata and data, every host and every port of a Service is one that Kubernetes accepts",
  check({ objects }) {
    return objects.flatMap(({ object, origin }) =>
      [...metadataFaults(object), ...kindFaults(object)].map((message) => ({
        path: origin,
        resource: describeObject(object),
        message,
      })),
    );
  },
};

function metadataFaults(object: KubernetesObject): readonly string[] {
  const template = object.kind === "Pod" ? undefined : podTemplate(object);
  return [
    ...keyFaults(mappingAt(object, "metadata"), ""),
    ...keyFaults(mappingAt(template, "metadata"), " of the pod template"),
  ];
}

/** The server ignores the case of an annotation's prefix, but not that of a label's. */
function keyFaults(metadata: Mapping, place: string): readonly string[] {
  const faults = (what: string, keys: readonly string[], accepts: (key: string) => boolean): readonly string[] =>
    keys
      .filter((key) => !isOpen(key) && !accepts(key))
      .map(
        (key) =>
          `the key "${key}" of ${what}${place} is none that Kubernetes accepts: at most 63 letters, digits, -, _ and ., beginning and ending with a letter or digit, after an optional domain and /`,
      );
  return [
    ...faults("a label", Object.keys(mappingAt(metadata, "labels")), isQualifiedName),
    ...faults("an annotation", Object.keys(mappingAt(metadata, "annotations")), (key) =>
      isQualifiedName(key.toLowerCase()),
    ),
  ];
}

function kindFaults(object: KubernetesObject): readonly string[] {
  const sealed = at(object, "sops") !== undefined;
  switch (`${groupOf(object)}/${object.kind}`) {
    case "/ConfigMap":
    case "/Secret":
      return [...dataKeyFaults(object), ...(sealed ? [] : sizeFaults(object))];
    case "/Service":
      return portFaults(object);
    case "networking.k8s.io/Ingress":
      return sealed ? [] : hostFaults(object);
    default:
      return [];
  }
}

function dataKeyFaults(object: KubernetesObject): readonly string[] {
  return ["data", "binaryData", "stringData"].flatMap((field) =>
    Object.keys(mappingAt(object, field))
      .filter((key) => !isOpen(key) && !isDataKey(key))
      .map(
        (key) =>
          `the key "${key}" of ${field} is none that Kubernetes accepts: at most 253 letters, digits, -, _ and ., not beginning with ..`,
      ),
  );
}

function isDataKey(key: string): boolean {
  return key.length <= 253 && /^[-._a-zA-Z0-9]+$/.test(key) && key !== "." && !key.startsWith("..");
}

/** What waits for a variable counts nothing, for it may become empty. */
function sizeFaults(object: KubernetesObject): readonly string[] {
  const encoded = object.kind === "Secret" ? "data" : "binaryData";
  const plain = object.kind === "Secret" ? "stringData" : "data";
  const sizes = new Map([
    ...sizesIn(mappingAt(object, encoded), "base64"),
    ...sizesIn(mappingAt(object, plain), "utf8"),
  ]);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return total <= mebibyte
    ? []
    : [`holds ${total} bytes of data, and Kubernetes stores at most ${mebibyte} (1 MiB); split it, or mount a volume`];
}

function sizesIn(data: Mapping, encoding: "base64" | "utf8"): readonly (readonly [string, number])[] {
  return Object.entries(data).map(([key, value]) => [
    key,
    typeof value !== "string" || isOpen(value) ? 0 : Buffer.from(value, encoding).length,
  ]);
}

function hostFaults(object: KubernetesObject): readonly string[] {
  const ruled = mappingsAt(object, "spec", "rules").map((rule) => stringAt(rule, "host"));
  const secured = mappingsAt(object, "spec", "tls").flatMap(({ hosts }): readonly unknown[] =>
    Array.isArray(hosts) ? hosts : [],
  );
  const bad = [
    ...ruled.filter((host) => !isHost(host) || isIP(host ?? "") !== 0),
    ...secured.filter((host) => !isHost(host)),
  ];
  return [...new Set(bad)].map(
    (host) =>
      `the host "${String(host)}" is no host name: lower case letters, digits, - and ., without scheme, port or path; only its first part may be *`,
  );
}

function isHost(host: unknown): boolean {
  if (typeof host !== "string" || host === "" || isOpen(host)) return true;
  return host.length <= 253 && isSubdomain(host.startsWith("*.") ? host.slice(2) : host);
}

function portFaults(service: KubernetesObject): readonly string[] {
  const ports = mappingsAt(service, "spec", "ports");
  const merged = isMerged(service);
  const seen = new Set<string>();
  return ports.flatMap(({ name, port, protocol }) => {
    if (typeof port !== "number") return [];
    const text = `${port}/${typeof protocol === "string" ? protocol : "TCP"}`;
    const again = seen.has(text) && !isOpen(text);
    seen.add(text);
    const unnamed = (name === undefined || name === null || name === "") && ports.length > 1 && !merged;
    return [
      ...(isPortNumber(port) ? [] : [`the port ${port} is none; use a number from 1 to 65535`]),
      ...(again ? [`has the port ${text} more than once; give each its own number or protocol`] : []),
      ...(unnamed ? [`the port ${text} has no name, which a Service with more than one needs; set name`] : []),
    ];
  });
}
