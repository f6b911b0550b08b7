import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "../components/manifests/yaml";
import { assertNoIssues, type Issue } from "../components/model/issue";
import { environmentNames, type EnvironmentName } from "./environment-names";

/** Images that the versions files name, by container. */
export const imageNames = ["web", "homepage", "cloudflared", "whoami", "renovate"] as const;

/** Charts that the versions files name. */
export const chartNames = ["kube-prometheus-stack"] as const;

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

type Report = (code: string, key: string, message: string) => void;

/** The versions of every environment, from the files beside this one. @throws IssuesError with what is wrong in any of them. */
export function readVersions(folder = __dirname): Readonly<Record<EnvironmentName, Versions>> {
  const issues: Issue[] = [];
  const read = (name: EnvironmentName): Versions => {
    const path = `stacks/${name}.versions.yaml`;
    return decode(path, readFileSync(join(folder, `${name}.versions.yaml`), "utf8"), issues);
  };
  const versions = Object.fromEntries(environmentNames.map((name) => [name, read(name)]));
  assertNoIssues(issues);
  return versions as Record<EnvironmentName, Versions>;
}

/** One environment's versions from the text of its file. @throws IssuesError with everything that is wrong. */
export function decodeVersions(path: string, text: string): Versions {
  const issues: Issue[] = [];
  const versions = decode(path, text, issues);
  assertNoIssues(issues);
  return versions;
}

/** Adds what is wrong to `issues`; the result is whole only when nothing was added. */
function decode(path: string, text: string, issues: Issue[]): Versions {
  const report: Report = (code, key, message) => issues.push({ code, path, resource: key, message });
  const root = section(parse(text, report), "", ["flux", "images", "charts"], report);
  const images = section(root["images"], "images", imageNames, report);
  const charts = section(root["charts"], "charts", chartNames, report);
  return {
    flux: value(root["flux"], "flux", fluxVersion, report) ?? "",
    images: entries(imageNames, (name) => decodeImage(images[name], `images.${name}`, report)),
    charts: entries(chartNames, (name) => {
      const chart = section(charts[name], `charts.${name}`, ["version"], report);
      return { version: value(chart["version"], `charts.${name}.version`, chartVersion, report) ?? "" };
    }),
  };
}

function parse(text: string, report: Report): unknown {
  try {
    const parsed: unknown = parseDocument(text).toJS();
    return parsed;
  } catch (error) {
    report("malformed-yaml", "", error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function decodeImage(raw: unknown, key: string, report: Report): ImageVersion {
  const fields = section(raw, key, ["tag", "digest"], report, ["tag", "digest"]);
  const tag = fields["tag"] === undefined ? undefined : value(fields["tag"], `${key}.tag`, imageTag, report);
  const digest =
    fields["digest"] === undefined ? undefined : value(fields["digest"], `${key}.digest`, imageDigest, report);
  if (raw !== undefined && Object.keys(fields).length === 0)
    report("missing-key", key, "has neither tag nor digest. Give it one of them.");
  return { ...(tag === undefined ? {} : { tag }), ...(digest === undefined ? {} : { digest }) };
}

/** A map that may hold the known keys only, and must hold those that are not optional. */
function section(
  raw: unknown,
  key: string,
  known: readonly string[],
  report: Report,
  optional: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const known_ = known.join(", ");
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    if (raw !== undefined) report("malformed-value", key, `is no map. Known keys: ${known_}.`);
    return {};
  }
  const fields = raw as Record<string, unknown>;
  const below = (name: string): string => (key === "" ? name : `${key}.${name}`);
  for (const name of Object.keys(fields))
    if (!known.includes(name)) report("unknown-key", below(name), `is not known here. Known: ${known_}.`);
  for (const name of known)
    if (fields[name] === undefined && !optional.includes(name))
      report("missing-key", below(name), `is missing. Known here: ${known_}.`);
  return fields;
}

function value(raw: unknown, key: string, form: RegExp, report: Report): string | undefined {
  if (raw === undefined) return undefined;
  if (typeof raw === "string" && form.test(raw)) return raw;
  const quoted = typeof raw === "string" ? "does not have the form of a version" : "is no string: put it in quotes";
  report("malformed-value", key, `${JSON.stringify(raw)} ${quoted}.`);
  return undefined;
}

function entries<K extends string, V>(names: readonly K[], of: (name: K) => V): Readonly<Record<K, V>> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<K, V>;
}
