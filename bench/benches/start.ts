import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bench } from "../bench";
import { atMost } from "../measure/figure";
import { median } from "../measure/in-turn";
import { withShared } from "../measure/sample";

const execute = promisify(execFile);
const root = join(__dirname, "../..");

/** Processor time of `npm run render` on the shipped example, without npm's own, against Node with nothing to do. */
export const startBench: Bench = ({ rounds = 5, report }) =>
  withShared(async (shared) => {
    const render = ["cli/bootstrap.mjs", "render", "--out", join(shared, "out"), "--force"];
    const [ours, idle]: [number[], number[]] = [[], []];
    await processorSeconds(render, shared);
    for (let round = 0; round < rounds; round++) {
      ours.push(await report.step("render", () => processorSeconds(render, shared)));
      idle.push(await processorSeconds(["--eval", ""], shared));
    }
    return [
      atMost("processor time of render on the example", median(ours), {
        limit: 1,
        unit: " s",
        from: `Node alone: ${median(idle)} s`,
      }),
    ];
  });

/** User and system time of a Node program and its children. */
async function processorSeconds(args: readonly string[], state: string): Promise<number> {
  const env = { ...process.env, FLUX_MONOREPO_STATE: state };
  const script = '"$@" >/dev/null; times';
  const { stdout } = await execute("sh", ["-c", script, "sh", process.execPath, ...args], { cwd: root, env });
  const children = stdout.trim().split("\n").at(-1) ?? "";
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  );
  return Number(parts.reduce((sum, part) => sum + part, 0).toFixed(2));
}
