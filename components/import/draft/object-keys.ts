import { posix } from "node:path";
import type { KubernetesObject } from "../../model/object";

const short: Readonly<Record<string, string>> = {
  HelmRelease: "release",
  HelmRepository: "repository",
  OCIRepository: "repository",
  PersistentVolumeClaim: "storage",
  ConfigMap: "config",
};

/** `cloudflareSecret` of `cloudflare-secret`; always an identifier that no word of the language takes. */
export function camelCase(text: string): string {
  const joined = text
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== "")
    .map((part, index) => (index === 0 ? part.charAt(0).toLowerCase() : part.charAt(0).toUpperCase()) + part.slice(1))
    .join("");
  return /^[A-Za-z]/.test(joined) ? joined : `the${joined}`;
}

/** Where an object stands in the repository that is imported. */
export interface ObjectPlace {
  readonly app: string;
  readonly origin: string;
  /** Whether its file holds nothing else. */
  readonly alone: boolean;
}

/** The names that objects and files of one folder have got so far. */
export type TakenKeys = Set<string>;

/** Keeps a file name from being given to an object. */
export function reserveFile(taken: TakenKeys, fileName: string): void {
  taken.add(folded(fileName.replace(/\.ya?ml$/, "")));
}

/** Names an object of an app: by its file where that holds nothing else, else by what it is. */
export function objectKey(taken: TakenKeys, object: KubernetesObject, { app, origin, alone }: ObjectPlace): string {
  const kind = short[object.kind] ?? camelCase(object.kind);
  const file = camelCase(posix.basename(origin).replace(/\.ya?ml$/, ""));
  const { name } = object.metadata;
  const own = name.startsWith(app) ? name.slice(app.length) : name;
  const byName = camelCase(own === "" ? kind : `${own}-${kind}`);
  const wanted = [...(alone ? [file] : []), kind, byName, camelCase(`${name}-${object.kind}`)];
  const free = wanted.find((key) => isKey(key) && !taken.has(folded(key))) ?? numbered(taken, byName);
  taken.add(folded(free));
  return free;
}

function numbered(taken: TakenKeys, key: string): string {
  let number = 2;
  while (taken.has(folded(`${key}${number}`))) number += 1;
  return `${key}${number}`;
}

function folded(key: string): string {
  return key.replaceAll("-", "").toLowerCase();
}

function isKey(key: string): boolean {
  const name = folded(key);
  return name !== "kustomization" && !name.endsWith("patch") && key !== "constructor";
}
