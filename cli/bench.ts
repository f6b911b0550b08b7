import { parseArgs } from "node:util";
import type { Bench, BenchOptions } from "../bench/bench";
import { benches } from "../bench/benches";
import { formatFigures } from "../bench/measure/figure";
import { consoleReport } from "../tools/report";
import { runCommand } from "./load/run-command";

const usage = `usage: npm run bench [-- ${Object.keys(benches).join(" | ")} …] [--apps <number>] [--rounds <number>]`;

/** `npm run bench`: measures against peers and prints one table a bench. A missed target is no failure: it depends on the machine. */
async function main(chosen: readonly (readonly [string, Bench])[], options: BenchOptions): Promise<void> {
  for (const [name, bench] of chosen) console.log(`${name}\n${formatFigures(await bench(options))}\n`);
}

function readArguments(args: readonly string[]): readonly [readonly (readonly [string, Bench])[], BenchOptions] {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { apps: { type: "string" }, rounds: { type: "string" } },
    allowPositionals: true,
  });
  const all = Object.entries(benches);
  if (positionals.some((name) => benches[name] === undefined)) throw new Error(usage);
  const chosen = positionals.length === 0 ? all : all.filter(([name]) => positionals.includes(name));
  return [chosen, { apps: count(values.apps), rounds: count(values.rounds), report: consoleReport() }];
}

function count(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,4}$/.test(text)) throw new Error(usage);
  return text === undefined ? undefined : Number(text);
}

runCommand((args) => main(...readArguments(args)));
