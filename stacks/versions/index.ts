import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { assertNoIssues, type Issue } from "../../components/model/issue";
import { tell } from "../../components/model/report/gather";
import { environmentNames, type EnvironmentName } from "../environment-names";
import { versionsReader, type VersionsReader } from "./reader";

/** Images that the versions files name, by container. */
export const imageNames = ["web", "homepage", "cloudflared", "whoami", "renovate"] as const;

/** Charts that the versions files name. */
export const chartNames = ["kube-prometheus-stack"] as const;

/** Keys that an environment's file leaves out, for that environment does not run them: `{ staging: ["images.web"] }`. */
const leftOut: Readonly<Partial<Record<EnvironmentName, readonly string[]>>> = {};

/** Version of one image: a tag, a digest, or both. */
export interface ImageVersion {
  readonly tag?: string;
  readonly digest?: string;
}

/** Everything that `<env>.versions.yaml` says. */
export interface Versions {
  /** Version of the Flux distribution, with its leading `v`. */
  readonly flux: string;
  readonly images: Readonly<Record<(typeof imageNames)[number], ImageVersion>>;
  readonly charts: Readonly<Record<(typeof chartNames)[number], { readonly version: string }>>;
}

const fluxVersion = /^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const imageTag = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const imageDigest = /^sha256:[0-9a-f]{64}$/;
const chartVersion = /^v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/**
 * The versions of every environment, from the files of `stacks/`. What is wrong in any of them is told at once; while that is gathered, a version that
 * cannot be read is replaced by one that says so. @throws IssuesError
 */
export function readVersions(folder = dirname(__dirname)): Readonly<Record<EnvironmentName, Versions>> {
  const issues: Issue[] = [];
  const read = (name: EnvironmentName): Versions => {
    const file = `${name}.versions.yaml`;
    const text = readText(join(folder, file));
    if (text !== undefined) return decode(text, versionsReader(`stacks/${file}`, issues), leftOut[name]);
    const message = `does not exist, and every version that ${name} runs stands there. Write it, for instance as a copy of another environment's.`;
    issues.push({ code: "missing-versions-file", path: `stacks/${file}`, message });
    return decode("", versionsReader(file, []));
  };
  const versions = record(environmentNames, environmentNames, read);
  tell(issues);
  return versions;
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** One environment's versions from the text of its file. @throws IssuesError with everything that is wrong. */
export function decodeVersions(path: string, text: string, omitted?: readonly string[]): Versions {
  const issues: Issue[] = [];
  const versions = decode(text, versionsReader(path, issues), omitted);
  assertNoIssues(issues);
  return versions;
}

/** What stands in for a version that cannot be read: it is never rendered but to be judged. */
const unreadable = { image: { tag: "unreadable-version" }, chart: "0.0.0" };

/** The result is true only when the reader found nothing wrong. */
function decode(text: string, read: VersionsReader, omitted: readonly string[] = []): Versions {
  const root = read.map("", read.document(text), { required: ["flux", "images", "charts"] });
  const isOwn = (key: string): boolean => !omitted.includes(key);
  const [imageKeys, chartKeys] = [
    imageNames.filter((name) => isOwn(`images.${name}`)),
    chartNames.filter((name) => isOwn(`charts.${name}`)),
  ];
  const images = read.map("images", root["images"], { required: imageKeys });
  const charts = read.map("charts", root["charts"], { required: chartKeys });
  return {
    flux: read.string("flux", root["flux"], fluxVersion) ?? "",
    images: record(imageNames, imageKeys, (name) => decodeImage(`images.${name}`, images[name], read)),
    charts: record(chartNames, chartKeys, (name) => {
      const chart = read.map(`charts.${name}`, charts[name], { required: ["version"] });
      return { version: read.string(`charts.${name}.version`, chart["version"], chartVersion) ?? unreadable.chart };
    }),
  };
}

function decodeImage(key: string, raw: unknown, read: VersionsReader): ImageVersion {
  const fields = read.map(key, raw, { required: [], oneOf: ["tag", "digest"] });
  const tag = read.string(`${key}.tag`, fields["tag"], imageTag);
  const digest = read.string(`${key}.digest`, fields["digest"], imageDigest);
  if (tag === undefined && digest === undefined) return unreadable.image;
  return { ...(tag === undefined ? {} : { tag }), ...(digest === undefined ? {} : { digest }) };
}

/** A record of the keys that are there; who reads another one is told that the file leaves it out. */
function record<K extends string, V>(all: readonly K[], keys: readonly K[], of: (key: K) => V): Readonly<Record<K, V>> {
  const found = Object.fromEntries(keys.map((key) => [key, of(key)]));
  for (const key of all.filter((name) => !keys.includes(name))) {
    const get = (): never => {
      throw new Error(
        `stacks/versions/index.ts says that an environment leaves ${key} out, and that environment reads it: take it out of leftOut there, and write its version into the environment's file.`,
      );
    };
    Object.defineProperty(found, key, { get });
  }
  return found as Record<K, V>;
}
