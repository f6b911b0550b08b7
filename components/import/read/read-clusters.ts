import { posix } from "node:path";
import { isMapping, mappingList } from "../../kustomize/tree/parse";
import { parseManifests, stringifyManifests } from "../../manifests/yaml";
import type { KubernetesObject } from "../../model/object";
import { folderFinder } from "./artifacts";
import { clusterManifests } from "./cluster-files";
import type { RepositoryRoot } from "./repository-root";
import type { OtherFile, Remark, SourceEnvironment, SourceLayer, SourceRepository } from "./source";

type Fields = Readonly<Record<string, unknown>>;

const buildFields = ["targetNamespace", "namePrefix", "nameSuffix", "patches", "images", "components"];
const ownFields = ["interval", "retryInterval", "timeout", "prune", "wait", "dependsOn", "sourceRef", "path"];
const rawFields = [
  "commonMetadata",
  "decryption",
  "deletionPolicy",
  "force",
  "healthCheckExprs",
  "healthChecks",
  "kubeConfig",
  "postBuild",
  "serviceAccountName",
  "suspend",
];

/** Reads the environments of a repository: each folder of `clusters/`, with the Kustomizations that it holds. */
export function readClusters({ files, prefix }: RepositoryRoot, only: readonly string[]): SourceRepository {
  const found = new Set([...files.keys()].flatMap((path) => /^clusters\/([^/]+)\//.exec(path)?.[1] ?? []));
  const names = only.length === 0 ? [...found] : only.filter((name) => found.has(name));
  const remarks: Remark[] = [];
  return { environments: names.map((name) => readEnvironment({ files, prefix }, name, remarks)), remarks };
}

function readEnvironment({ files, prefix }: RepositoryRoot, name: string, remarks: Remark[]): SourceEnvironment {
  const folder = `clusters/${name}/`;
  const paths = [...files.keys()].filter((path) => path.startsWith(folder) && /\.ya?ml$/.test(path));
  const own = clusterManifests(files, name, remarks);
  const objects = new Map(own.map((path) => [path, manifestsOf(path, files.get(path) ?? "", remarks)]));
  const find = folderFinder([...objects.values()].flat());
  const folderOf = (spec: Fields): string => within(prefix, find(spec));
  const source = ownSource(paths.map((path) => files.get(path) ?? ""));
  const layers: SourceLayer[] = [];
  const otherFiles: OtherFile[] = [];
  for (const [path, held] of objects) {
    const isOwn = (object: KubernetesObject): boolean => isLayer(object) && !isForeign(object, source);
    for (const object of held.filter((one) => isLayer(one) && !isOwn(one)))
      remarks.push({ path, reason: `Kustomization ${object.metadata.name} applies another repository` });
    layers.push(...held.filter(isOwn).map((object) => layerOf(object, folderOf, { path, remarks })));
    const others = held.filter((object) => !isOwn(object) && !isFlux(object));
    const text = others.length === held.length ? (files.get(path) ?? "") : stringifyManifests(others);
    if (others.length > 0) otherFiles.push({ path, target: targetOf(path, held.some(isOwn)), text });
  }
  const version = fluxVersion(paths.map((path) => files.get(path) ?? ""));
  return { name, ...(version === undefined ? {} : { fluxVersion: version }), layers, otherFiles };
}

/** Name of the source that the root Kustomization follows; undefined where no file says so. */
function ownSource(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    if (!text.includes("name: flux-system") || !text.includes("kustomize.toolkit.fluxcd.io/")) continue;
    const root = manifestsOf("", text, []).find(
      ({ kind, metadata }) => kind === "Kustomization" && metadata.name === "flux-system",
    );
    const name = sourceName(root);
    if (name !== undefined) return name;
  }
  return undefined;
}

function sourceName(object: KubernetesObject | undefined): string | undefined {
  const spec: unknown = object !== undefined && "spec" in object ? object.spec : undefined;
  const reference = isMapping(spec) && isMapping(spec.sourceRef) ? spec.sourceRef : {};
  return typeof reference.name === "string" && reference.kind !== "ExternalArtifact" ? reference.name : undefined;
}

/** A Kustomization of another repository, as far as the root says which is its own. */
function isForeign(object: KubernetesObject, own: string | undefined): boolean {
  const name = sourceName(object);
  return own !== undefined && name !== undefined && name !== own;
}

/** Kustomizations name folders from the top of their repository. */
function within(prefix: string, folder: string): string {
  return `${folder}/`.startsWith(prefix) ? folder.slice(prefix.length) : folder;
}

/** Kustomization files of kustomize are no objects; the generator of artifacts is resolved into paths. */
function isFlux({ apiVersion, kind }: KubernetesObject): boolean {
  return apiVersion.startsWith("kustomize.config.k8s.io/") || kind === "ArtifactGenerator";
}

/** A template, whose name Flux fills in, is none. */
function isLayer({ apiVersion, kind, metadata }: KubernetesObject): boolean {
  return (
    apiVersion.startsWith("kustomize.toolkit.fluxcd.io/") &&
    kind === "Kustomization" &&
    metadata.name !== "flux-system" &&
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(metadata.name)
  );
}

/** Where the objects of a file stand that are no layers: beside the files that the program writes for layers. */
function targetOf(path: string, holdsLayers: boolean): string {
  return holdsLayers ? path.replace(/\.ya?ml$/, "-others.yaml") : path;
}

function manifestsOf(path: string, text: string, remarks: Remark[]): readonly KubernetesObject[] {
  try {
    return parseManifests(text).filter(isObject);
  } catch (error) {
    remarks.push({ path, reason: `cannot be read: ${error instanceof Error ? error.message : String(error)}` });
    return [];
  }
}

function isObject(value: unknown): value is KubernetesObject {
  return isMapping(value) && typeof value.kind === "string" && typeof value.apiVersion === "string";
}

interface At {
  readonly path: string;
  readonly remarks: Remark[];
}

function layerOf(object: KubernetesObject, folderOf: (spec: Fields) => string, { path, remarks }: At): SourceLayer {
  const given: unknown = "spec" in object ? object.spec : undefined;
  const spec = isMapping(given) ? given : {};
  const { name } = object.metadata;
  const known = [...buildFields, ...ownFields, ...rawFields];
  for (const field of Object.keys(spec).filter((key) => !known.includes(key)))
    remarks.push({ path, reason: `Kustomization ${name}: ${field} is left out, a layer has no such field` });
  const text = (field: string): object => (typeof spec[field] === "string" ? { [field]: spec[field] } : {});
  return {
    name,
    folder: folderOf(spec),
    build: pick(spec, buildFields),
    dependsOn: mappingList(spec["dependsOn"]).map((entry) => String(entry.name)),
    ...text("interval"),
    ...text("retryInterval"),
    ...text("timeout"),
    prune: spec["prune"] === true,
    wait: spec["wait"] === true,
    others: pick(spec, rawFields),
  };
}

function pick(spec: Fields, fields: readonly string[]): object {
  return Object.fromEntries(fields.flatMap((field) => (spec[field] === undefined ? [] : [[field, spec[field]]])));
}

/** `v2.9.5`, as the comment or the labels of gotk-components.yaml have it. */
function fluxVersion(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const version =
      /^# Flux Version: (v\S+)$/m.exec(text)?.[1] ?? /app\.kubernetes\.io\/version: "?(v[\w.+-]+)/.exec(text)?.[1];
    if (version !== undefined) return version;
  }
  return undefined;
}

/** Name of a folder that says which app it is, leaving out the segments that say where it runs. */
export function folderName(folder: string, environment: string): string {
  const telling = folder
    .split("/")
    .filter((name) => !["base", "overlays", "overlay", "app", ".", environment].includes(name));
  return telling.at(-1) ?? posix.basename(folder);
}
