import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { assertEnvironment } from "../stacks/config";
import { environmentNames, monorepo } from "../stacks";
import { graphText } from "./graph/graph-text";
import { runCommand } from "./load/run-command";

const usage = "usage: npm run graph -- [environment] [--out <file>]";

/** `npm run graph`: layers, chart sources and what waits for what as Mermaid, offline; one environment's is bare Mermaid unless it goes to a Markdown file. */
function main(environment: string | undefined, out: string | undefined): void {
  if (environment !== undefined) assertEnvironment(environment, environmentNames);
  const { environments } = monorepo();
  const wanted = Object.values(environments).filter(({ name }) => environment === undefined || name === environment);
  const text = graphText(wanted, { fenced: environment === undefined || out?.endsWith(".md") === true });
  if (out === undefined) console.log(text);
  else writeFileSync(out, `${text}\n`);
}

function readArguments(args: readonly string[]): readonly [string | undefined, string | undefined] {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { out: { type: "string" } },
    allowPositionals: true,
  });
  if (positionals.length > 1) throw new Error(usage);
  const out = values.out === undefined ? undefined : resolve(process.env["INIT_CWD"] ?? process.cwd(), values.out);
  return [positionals[0], out];
}

runCommand((args) => {
  main(...readArguments(args));
});
