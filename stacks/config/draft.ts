import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Issue } from "../../components/model/issue";
import { gather } from "../../components/model/report/gather";
import { decodeConfig, type StackConfig } from "../config";
import { readConfigFile } from "./raw";
import type { RawConfig } from "./reader";

/** A configuration as far as it can be read, and what is wrong with it. */
export interface ConfigDraft {
  /** Malformed keys have their defaults. Where there are issues it is good for judging what it renders to, and for nothing else. */
  readonly config: StackConfig;
  readonly issues: readonly Issue[];
}

/** What a stack file holds, and what is wrong with it. */
export interface ConfigFileDraft extends ConfigDraft {
  /** Empty where the file cannot be read. */
  readonly raw: RawConfig;
}

/** Stands in for a repository that is not configured. */
const placeholder = "https://repository.invalid/monorepo.git";

/** Decodes a raw configuration and gives everything that is wrong with it beside the rest. */
export function draftConfig(environment: string, raw: RawConfig, environments: readonly string[]): ConfigDraft {
  const { value, issues } = gather(() => decodeConfig(environment, raw, environments));
  if (value !== undefined && issues.length === 0) return { config: value, issues };
  const wrong = new Set(
    issues.map(({ resource = "" }) => resource.replace(/^flux-monorepo:/, "").replace(/[.[].*$/, "")),
  );
  const left = Object.fromEntries(Object.entries(raw).filter(([key]) => !wrong.has(key)));
  const repaired = "repository" in left || "github" in left ? left : { ...left, repository: placeholder };
  // What is missing is still missing, and told already.
  const again = gather(() => decodeConfig(environment, repaired, environments)).value;
  const bare = { repository: placeholder, cluster: false };
  return { config: again ?? decodeConfig(environment, bare, environments), issues };
}

/** The same of a stack file that is read without the engine; one that is missing or no YAML is an issue as well. */
export function draftConfigFile(environment: string, file: string, environments: readonly string[]): ConfigFileDraft {
  const bare = { repository: placeholder, cluster: false };
  const without = (code: string, message: string): ConfigFileDraft => ({
    raw: {},
    config: decodeConfig(environment, bare, environments),
    issues: [{ code, path: basename(file), message }],
  });
  if (!existsSync(file)) {
    const message = `does not exist, and the configuration of ${environment} stands there. Write it, or run \`pulumi stack init ${environment}\` and set its keys.`;
    return without("missing-stack-file", message);
  }
  const raw = readable(file);
  if (typeof raw === "string") return without("malformed-yaml", `is no YAML that can be read: ${raw}; correct it`);
  return { raw, ...draftConfig(environment, raw, environments) };
}

/** What a file holds, or why it cannot be read. */
function readable(file: string): RawConfig | string {
  try {
    return readConfigFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return (reason.split("\n")[0] ?? reason).replace(/[.:]$/, "");
  }
}
