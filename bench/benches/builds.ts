import type { Bench } from "../bench";
import { atLeast, atMost, type Figure, seconds } from "../measure/figure";
import { inTurn, type Result } from "../measure/in-turn";
import { sample, withShared } from "../measure/sample";

const contestants = {
  "kustomize build": { task: "kustomize" },
  gate: { task: "gate" },
  "gate, one app changed": { task: "gate", oneChange: true },
  diff: { task: "diff" },
  "diff, one app changed": { task: "diff", oneChange: true },
} as const;

/** The gate and the rendered diff, against `kustomize build` of both environments' roots. */
export const buildsBench: Bench = ({ apps = 100, rounds = 3, report }) =>
  withShared(async (shared) => {
    for (const task of ["gate", "diff"])
      await report.step(`${task}, ${apps} apps, to be remembered`, () =>
        sample({ task, oneChange: true }, { apps, round: rounds, shared }),
      );
    const results = await inTurn(contestants, { apps, rounds, shared, report });
    const peer = results["kustomize build"];
    const faster = (name: keyof typeof contestants, limit: number): Figure =>
      atLeast(`${name}: faster than kustomize build, ${apps} apps`, peer.milliseconds / results[name].milliseconds, {
        limit,
        unit: "×",
        from: `${seconds(results[name])} to ${seconds(peer)}`,
      });
    return [
      faster("gate", 5),
      faster("gate, one app changed", 50),
      faster("diff", 5),
      faster("diff, one app changed", 50),
      memory("gate", results.gate, apps),
      memory("diff", results.diff, apps),
    ];
  });

function memory(name: string, { peak }: Result, apps: number): Figure {
  return atMost(`${name}: peak memory, ${apps} apps`, peak / 1e6, {
    limit: 500,
    unit: " MB",
    from: "its process",
  });
}
