import { imageParts } from "../../components/model/authoring/image";
import type { KubernetesObject } from "../../components/model/object";
import { at, isMapping, stringAt } from "../../components/validation/read/fields";
import { isHelmRelease, sourceOf, type Reference } from "../../components/validation/read/flux";
import { containersOf, podTemplate } from "../../components/validation/read/pods";
import { dependency, describeDependency, type Dependency } from "./dependency";

/** What of an environment is looked at. */
export interface BuiltEnvironment {
  readonly objects: readonly { readonly object: KubernetesObject }[];
  /** Objects of one kind, by name. */
  find(reference: Reference): readonly { readonly object: KubernetesObject }[];
}

/** A version that a cluster runs, and one of the objects that say so. */
export interface RunningVersion {
  readonly dependency: Dependency;
  readonly object: KubernetesObject;
}

/** Every version that an environment's built objects name: images, charts, and Flux for all of its controllers. */
export function runningVersions(environment: BuiltEnvironment): readonly RunningVersion[] {
  const found = new Map<string, RunningVersion>();
  for (const { object } of environment.objects) {
    for (const running of versionsOf(object, environment)) {
      const key = describeDependency(running);
      if (!found.has(key)) found.set(key, { dependency: running, object });
    }
  }
  return [...found.values()];
}

function versionsOf(object: KubernetesObject, environment: BuiltEnvironment): readonly Dependency[] {
  const { labels } = object.metadata;
  const flux = labels?.["app.kubernetes.io/version"];
  if (labels?.["app.kubernetes.io/part-of"] === "flux" && flux !== undefined) return [fluxRelease(flux)];
  if (isHelmRelease(object)) return [...chartOf(object, environment), ...imagesOfValues(at(object, "spec", "values"))];
  if (object.kind === "OCIRepository") return artifactOf(object);
  const template = podTemplate(object);
  const images = template === undefined ? [] : containersOf(template).map((container) => stringAt(container, "image"));
  return images.flatMap((image) => (image === undefined ? [] : [imageDependency(image)]));
}

function fluxRelease(currentValue: string): Dependency {
  const parts = { registryUrl: undefined, currentValue, currentDigest: undefined };
  return dependency("github-releases", "fluxcd/flux2", parts);
}

function imageDependency(image: string): Dependency {
  const { name, tag, digest } = imageParts(image);
  return dependency("docker", name, { registryUrl: undefined, currentValue: tag, currentDigest: digest });
}

/** A chart from a HelmRepository; one by chartRef is an OCIRepository's. */
function chartOf(release: KubernetesObject, environment: BuiltEnvironment): readonly Dependency[] {
  const chart = stringAt(release, "spec", "chart", "spec", "chart");
  const source = sourceOf(release);
  if (chart === undefined || source?.kind !== "HelmRepository") return [];
  const url = stringAt(environment.find(source)[0]?.object, "spec", "url");
  const currentValue = stringAt(release, "spec", "chart", "spec", "version");
  const parts = { registryUrl: undefined, currentValue, currentDigest: undefined };
  if (url?.startsWith("oci://") === true) return [dependency("docker", `${withoutScheme(url)}/${chart}`, parts)];
  return [dependency("helm", chart, { ...parts, registryUrl: url })];
}

function artifactOf(source: KubernetesObject): readonly Dependency[] {
  const url = stringAt(source, "spec", "url");
  if (url === undefined) return [];
  const currentValue = stringAt(source, "spec", "ref", "tag") ?? stringAt(source, "spec", "ref", "semver");
  const currentDigest = stringAt(source, "spec", "ref", "digest");
  return [dependency("docker", withoutScheme(url), { registryUrl: undefined, currentValue, currentDigest })];
}

/** Images that values give as `repository` and `tag`, as most charts have it, or as `image` in one piece. */
function imagesOfValues(values: unknown): readonly Dependency[] {
  if (Array.isArray(values)) return values.flatMap(imagesOfValues);
  if (!isMapping(values)) return [];
  const { image, registry, repository, tag, digest } = values;
  const whole = typeof image === "string" ? [imageDependency(image)].filter(isVersioned) : [];
  const nested = [...whole, ...Object.values(values).flatMap(imagesOfValues)];
  if (typeof repository !== "string" || (typeof tag !== "string" && typeof digest !== "string")) return nested;
  const parts = { registryUrl: undefined, currentValue: textOf(tag), currentDigest: textOf(digest) };
  return [
    dependency("docker", typeof registry === "string" ? `${registry}/${repository}` : repository, parts),
    ...nested,
  ];
}

function isVersioned({ currentValue, currentDigest }: Dependency): boolean {
  return currentValue !== undefined || currentDigest !== undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function withoutScheme(url: string): string {
  return url.replace(/^oci:\/\//, "").replace(/\/$/, "");
}
