import { listed } from "../../components/model/wording/words";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { folderCache } from "../../components/kustomize/cache";
import { treeTexts } from "../../components/manifests/sealed-placeholder";
import { assertNoIssues } from "../../components/model/issue";
import { stateFolder } from "../../local/folders";
import { environmentNames } from "../../stacks";
import { consoleReport, type Report } from "../../tools/report";
import { resolveTool } from "../../tools/resolve";
import { renderedTree } from "../render/rendered-tree";
import { configurationText, renovateConfiguration } from "./configuration";
import { versionIssues } from "./version-issues";
import { runCommand } from "../load/run-command";

const project = resolve(__dirname, "../..");

/** `npm run renovate`: writes renovate.json, and fails where it would miss a version that an environment runs, or find another. */
async function main(report: Report): Promise<void> {
  const configuration = renovateConfiguration(environmentNames);
  writeFileSync(join(project, "renovate.json"), configurationText(configuration));
  const tree = treeTexts(await renderedTree(project, environmentNames, report));
  const { path: tool } = await resolveTool("kustomize", report);
  const issues = await versionIssues({
    configuration,
    tree,
    build: { tool, cache: folderCache(join(stateFolder(project), "kustomize")) },
    read: (path) => readFileSync(join(project, path), "utf8"),
  });
  assertNoIssues(issues);
  console.log(`renovate.json covers every version that ${listed(environmentNames)} run`);
}

runCommand(() => main(consoleReport()));
