import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";
import { parseManifests } from "../manifests/yaml";
import type { KubernetesObject } from "../model/object";
import { BuildError, explainFailure } from "./failure";
import { isMapping } from "./tree/parse";

const execute = promisify(execFile);
const outputLimit = 1 << 29;
const timeoutMilliseconds = 300_000;

/** A build is short and makes much garbage: collected less often, it takes a fifth less time and a third more memory. */
const garbageCollection = { GOGC: "400" };

/** Runs one kustomize build of a folder on disk, with the options of the kustomize-controller; `tool` is kustomize or kubectl. */
export async function runKustomize(tool: string, root: string, folder: string): Promise<readonly KubernetesObject[]> {
  const command = basename(tool).startsWith("kubectl") ? "kustomize" : "build";
  const env = { ...garbageCollection, ...process.env };
  const options = { cwd: root, env, maxBuffer: outputLimit, timeout: timeoutMilliseconds, encoding: "utf8" as const };
  try {
    const { stdout } = await execute(tool, [command, "--load-restrictor=LoadRestrictionsNone", folder], options);
    return parseManifests(stdout).map((value) => {
      if (isObject(value)) return value;
      throw new BuildError({ folder, reason: `builds what is no object of Kubernetes: ${oddity(value)}` });
    });
  } catch (cause) {
    if (cause instanceof BuildError) throw cause;
    if (hasStderr(cause)) throw new BuildError(explainFailure(cause.stderr, root, folder), { cause });
    const reason = limitReached(cause);
    if (reason === undefined) throw cause;
    throw new BuildError({ folder, reason }, { cause });
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

/** Why a build was ended from outside: by its time, or by what it printed. */
function limitReached(cause: unknown): string | undefined {
  if (at(cause, "killed") === true) return `takes longer than ${timeoutMilliseconds / 1000} s to build`;
  return at(cause, "code") === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER"
    ? `builds to more than ${outputLimit / (1 << 20)} MiB`
    : undefined;
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
