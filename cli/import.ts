import { counted } from "../components/model/wording/words";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { materialize } from "../components/kustomize/materialize";
import pinnedReleases from "../tools/flux/releases.json";
import { consoleReport } from "../tools/report";
import { resolveTool } from "../tools/resolve";
import { manifestLinks, readTree } from "./check/read-tree";
import { describeImport } from "./import/describe-import";
import { gateVerdict } from "./import/gate";
import { importRepository } from "./import/import-repository";
import { runCommand } from "./load/run-command";

const project = resolve(__dirname, "..");
const usage = "usage: npm run import -- <folder> [--out <folder>] [--environment <name>]...";

interface Arguments {
  readonly from: string;
  readonly out: string;
  readonly environments: readonly string[];
}

/** `npm run import`: writes the code for an existing repository, and exits 1 where it does not give back the same objects. */
async function main({ from, out, environments }: Arguments): Promise<void> {
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new Error(`${out} is not empty, and an import overwrites nothing. Name a new folder with --out.`);
  const { path: tool } = await resolveTool("kustomize", consoleReport());
  const template = (path: string): string => readFileSync(join(project, "stacks", path), "utf8");
  const result = await importRepository({
    files: await readTree(from),
    environments,
    fluxVersions: Object.keys(pinnedReleases),
    project,
    tool,
    judge: (model) => gateVerdict(model, tool, consoleReport()),
    templates: { versions: template("versions/index.ts"), versionsReader: template("versions/reader.ts") },
  });
  materialize(result.code, out);
  const links = (await manifestLinks(from)).map((path) => ({
    path,
    reason: "is a symbolic link, which Flux leaves out of the artifact that it builds from",
  }));
  console.log(
    `${describeImport({ ...result, remarks: [...result.remarks, ...links] })}\n\n${counted(result.code.size, "file")} written to ${relative(process.cwd(), out)}`,
  );
  if (result.proofs.some(({ objects, failure }) => objects.length > 0 || failure !== undefined)) process.exitCode = 1;
}

function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      out: { type: "string", default: "imported" },
      environment: { type: "string", multiple: true, default: [] },
    },
    allowPositionals: true,
  });
  const [from, ...others] = positionals;
  if (from === undefined || others.length > 0) throw new Error(usage);
  const start = process.env["INIT_CWD"] ?? process.cwd();
  return { from: resolve(start, from), out: resolve(start, values.out), environments: values.environment };
}

runCommand((args) => main(readArguments(args)));
