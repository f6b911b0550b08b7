import { createHash } from "node:crypto";
import { parseManifests } from "../../components/manifests/yaml";
import { fluxComponents } from "../../components/model/cluster-settings";
import type { FluxRelease } from "../../components/model/flux-release";
import type { KubernetesObject } from "../../components/model/object";

/** The files of one release: `source-controller.yaml`, …, `rbac.yaml`, `policies.yaml` → text. */
export type ManifestFiles = ReadonlyMap<string, string>;

/**
 * Parses a release's files into its canonical form, the same whichever source they came from: keys in order, objects by kind and
 * name, without the labels that publishers differ in (part-of, instance, version), which an installation sets anyway.
 */
export function parseRelease(version: string, files: ManifestFiles): FluxRelease {
  const objects = (name: string): readonly KubernetesObject[] => {
    const text = files.get(`${name}.yaml`);
    if (text === undefined) throw new Error(`the manifests of Flux ${version} lack ${name}.yaml`);
    return parseManifests(text)
      .map((value) => checked(canonical(value), name))
      .map(withoutLabels)
      .sort(byOrder);
  };
  const components: Record<string, readonly KubernetesObject[]> = Object.fromEntries(
    fluxComponents.map((name) => [name, objects(name)]),
  );
  const release = { version, components, rbac: objects("rbac"), policies: objects("policies") };
  if (!hasEveryComponent(release)) throw new Error(`the manifests of Flux ${version} are incomplete`);
  return release;
}

/** Digest of a release's canonical form: what `flux-releases.json` pins. */
export function releaseDigest(release: FluxRelease): string {
  return `sha256:${createHash("sha256")
    .update(JSON.stringify(canonical(release)))
    .digest("hex")}`;
}

/** Reads a release that was kept as JSON; undefined when it is not one. */
export function releaseFromJson(text: string): FluxRelease | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRelease(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRelease(value: unknown): value is FluxRelease {
  if (!isRecord(value) || !isRecord(value["components"])) return false;
  const { version, rbac, policies, components } = value;
  return typeof version === "string" && [rbac, policies].every(Array.isArray) && hasEveryComponent({ components });
}

function hasEveryComponent<T extends { components: Readonly<Record<string, unknown>> }>(
  release: T,
): release is T & Pick<FluxRelease, "components"> {
  return fluxComponents.every((name) => Array.isArray(release.components[name]));
}

const kindOrder = [
  "CustomResourceDefinition",
  "ServiceAccount",
  "ResourceQuota",
  "ClusterRole",
  "ClusterRoleBinding",
  "Service",
  "Deployment",
];

function byOrder(a: KubernetesObject, b: KubernetesObject): number {
  const rank = ({ kind }: KubernetesObject): number =>
    kindOrder.includes(kind) ? kindOrder.indexOf(kind) : kindOrder.length;
  const [left, right] = [a.metadata.name, b.metadata.name];
  return rank(a) - rank(b) || (left < right ? -1 : left > right ? 1 : 0);
}

const publisherLabels = ["app.kubernetes.io/part-of", "app.kubernetes.io/instance", "app.kubernetes.io/version"];

function withoutLabels(object: KubernetesObject): KubernetesObject {
  const metadata = (value: unknown): unknown => {
    if (!isRecord(value) || !isRecord(value["labels"])) return value;
    const { labels, ...rest } = value;
    const kept = Object.entries(labels).filter(([name]) => !publisherLabels.includes(name));
    return canonical(kept.length === 0 ? rest : { ...rest, labels: Object.fromEntries(kept) });
  };
  const { spec } = object as KubernetesObject & { readonly spec?: unknown };
  const bare = { ...object, metadata: metadata(object.metadata) };
  if (object.kind !== "Deployment" || !isRecord(spec) || !isRecord(spec["template"])) return checked(bare, object.kind);
  const template = { ...spec["template"], metadata: metadata(spec["template"]["metadata"]) };
  return checked({ ...bare, spec: { ...spec, template } }, object.kind);
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return Object.fromEntries(keys.sort().map((key) => [key, canonical(value[key])]));
}

function checked(value: unknown, where: string): KubernetesObject {
  if (isObject(value)) return value;
  throw new Error(`${where}: a document is no Kubernetes object`);
}

function isObject(value: unknown): value is KubernetesObject {
  if (!isRecord(value) || !isRecord(value["metadata"])) return false;
  return [value["apiVersion"], value["kind"], value["metadata"]["name"]].every((text) => typeof text === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
