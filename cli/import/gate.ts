import { buildFolders } from "../../components/kustomize/build-folders";
import { treeTexts } from "../../components/manifests/sealed-placeholder";
import { render } from "../../components/manifests/render";
import type { MonorepoModel } from "../../components/model/environment";
import type { Issue } from "../../components/model/issue";
import type { Allowance } from "../../components/validation/allowance";
import { collect } from "../../components/validation/collect";
import { runRules } from "../../components/validation/judge";
import { builtInRules } from "../../components/validation/rules";
import { decodeConfig } from "../../stacks/config";
import { fluxRelease } from "../../tools/flux-release";
import type { Report } from "../../tools/report";

/** What the gate has against an imported repository. */
export interface GateVerdict {
  /** What the repository ran with so far, as allowances of `rules.ts`. */
  readonly allowances: readonly Allowance[];
  /** What no import may let pass. */
  readonly issues: readonly Issue[];
}

/** Faults that lose objects or secrets. */
const grave = new Set(["build-failed", "delete-everything", "empty-build", "missing-path", "plaintext-secret"]);

/** A path with a variable is known to the cluster alone. */
function isGrave({ code, message }: Issue): boolean {
  return grave.has(code) && !(code === "missing-path" && message.includes("${"));
}

/** Judges the monorepo that the written code renders to, with Flux as it is installed by default. */
export async function gateVerdict(model: MonorepoModel, tool: string, report: Report): Promise<GateVerdict> {
  const environments = Object.values(model.environments);
  const names = environments.map(({ name }) => name);
  const clusters = environments.map(async ({ name, fluxVersion }) => {
    const raw = { repository: "https://git.example.org/monorepo.git", cluster: false };
    const settings = decodeConfig(name, raw, names).cluster;
    return [name, { settings, release: await fluxRelease(fluxVersion, report) }] as const;
  });
  const files = treeTexts(render({ model, clusters: Object.fromEntries(await Promise.all(clusters)) }));
  const input = await collect({ files, build: (tree, requests) => buildFolders(tree, requests, { tool }) });
  const found = runRules(builtInRules, input);
  const allowed = found.filter((issue) => !isGrave(issue));
  const allowances = allowed.map(({ code, path, resource, message }) => ({
    rule: code,
    object: resource ?? path,
    reason: `as imported: ${message}`,
  }));
  return {
    allowances: [...new Map(allowances.map((entry) => [`${entry.rule} ${entry.object}`, entry])).values()],
    issues: found.filter(isGrave),
  };
}
