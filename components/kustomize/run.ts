import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";
import { parseManifests } from "../manifests/yaml";
import type { KubernetesObject } from "../model/object";
import { BuildError, explainFailure } from "./failure";
import { isMapping } from "./tree/parse";

const execute = promisify(execFile);
const outputLimit = 1 << 29;

/** How long one process may build, in milliseconds. */
export const buildLimit = 300_000;

/** A build that was ended because it took too long. */
export class BuildTimeout extends BuildError {}

/** A build is short and makes much garbage: collected less often, it takes a fifth less time and a third more memory. */
const garbageCollection = { GOGC: "400" };

/** Where and how one process runs. */
export interface KustomizeRun {
  /** Path of kustomize or kubectl. */
  readonly tool: string;
  readonly root: string;
  /** Within the root. */
  readonly folder: string;
  /** Milliseconds. @default buildLimit */
  readonly limit?: number;
}

/** Runs one kustomize build of a folder on disk, with the options of the kustomize-controller. */
export async function runKustomize({
  tool,
  root,
  folder,
  limit = buildLimit,
}: KustomizeRun): Promise<readonly KubernetesObject[]> {
  const command = basename(tool).startsWith("kubectl") ? "kustomize" : "build";
  const env = { ...garbageCollection, ...process.env };
  const ends = { timeout: limit, killSignal: "SIGKILL" } as const;
  const options = { cwd: root, env, maxBuffer: outputLimit, encoding: "utf8" as const, ...ends };
  try {
    const { stdout } = await execute(tool, [command, "--load-restrictor=LoadRestrictionsNone", folder], options);
    return parseManifests(stdout).map((value) => {
      if (isObject(value)) return value;
      throw new BuildError({ folder, reason: `builds what is no object of Kubernetes: ${oddity(value)}` });
    });
  } catch (cause) {
    if (cause instanceof BuildError) throw cause;
    if (at(cause, "code") === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
      throw new BuildError({ folder, reason: `builds to more than ${outputLimit / (1 << 20)} MiB` }, { cause });
    if (at(cause, "killed") === true) throw new BuildTimeout({ folder, reason: tooLong(limit) }, { cause });
    if (hasStderr(cause)) throw new BuildError(explainFailure(cause.stderr, root, folder), { cause });
    throw cause;
  }
}

/** kustomize lets objects pass that the API server has no use for. */
function isObject(value: unknown): value is KubernetesObject {
  return missingParts(value).length === 0;
}

function missingParts(value: unknown): readonly string[] {
  const metadata = at(value, "metadata");
  return [
    ...["apiVersion", "kind"].filter((field) => !isText(at(value, field))),
    ...(isText(at(metadata, "name")) ? [] : ["metadata.name"]),
    ...(at(metadata, "namespace") === undefined || isText(at(metadata, "namespace")) ? [] : ["metadata.namespace"]),
    ...["labels", "annotations"]
      .filter((field) => at(metadata, field) !== undefined && !isMapping(at(metadata, field)))
      .map((field) => `metadata.${field}`),
  ];
}

function oddity(value: unknown): string {
  const name = [at(value, "kind"), at(value, "metadata", "name")].map((part) => (isText(part) ? part : "?")).join(" ");
  return `${name} lacks ${missingParts(value).join(", ")}, or has another type there`;
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isMapping(inner) ? inner[key] : undefined), value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function tooLong(limit: number): string {
  return `takes longer than ${limit / 1000} s to build; does it read a repository that does not answer?`;
}

function hasStderr(value: unknown): value is { readonly stderr: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "stderr" in value &&
    typeof value.stderr === "string" &&
    value.stderr !== ""
  );
}
