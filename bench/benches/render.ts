import type { Bench } from "../bench";
import { atLeast, atMost, seconds } from "../measure/figure";
import { inTurn, type Result } from "../measure/in-turn";
import { sample, withShared } from "../measure/sample";

/** Rendering, against yaml.stringify of the same documents and against cdk8s. */
export const renderBench: Bench = ({ apps = 100, rounds = 5, report }) =>
  withShared(async (shared) => {
    await sample({ task: "documents" }, { apps, round: 0, shared });
    const contestants = {
      render: { task: "render" },
      "yaml.stringify": { task: "stringify" },
      "authoring and render": { task: "author" },
      "cdk8s synth": { task: "cdk8s" },
    };
    const results = await inTurn(contestants, { apps, rounds, shared, report });
    const { render, "yaml.stringify": stringify, "authoring and render": author, "cdk8s synth": cdk8s } = results;
    return [
      atMost(`render of ${apps} apps to yaml.stringify and write`, render.milliseconds / stringify.milliseconds, {
        limit: 1.5,
        unit: "×",
        from: `${each(render)} to ${each(stringify)}`,
      }),
      atLeast(`render, faster than cdk8s synth a file, ${apps} apps`, perFile(cdk8s) / perFile(render), {
        limit: 4,
        unit: "×",
        from: `${each(render)} to ${each(cdk8s)}`,
      }),
      atLeast(`with authoring, faster than cdk8s synth a file, ${apps} apps`, perFile(cdk8s) / perFile(author), {
        limit: 4,
        unit: "×",
        from: `${each(author)} to ${each(cdk8s)}`,
      }),
    ];
  });

function perFile({ milliseconds, facts }: Result): number {
  return milliseconds / (facts["files"] ?? Number.NaN);
}

function each(result: Result): string {
  return `${seconds(result)} for ${result.facts["files"]} files`;
}
