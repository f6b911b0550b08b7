import type { Bench } from "../bench";
import { atMost, megabytes } from "../measure/figure";
import { sample, withShared } from "../measure/sample";

/** What one `GitCommit` takes in the stack's state, against the tree without gotk-components.yaml. */
export const stateBench: Bench = ({ apps = 1000, report }) =>
  withShared(async (shared) => {
    const { facts } = await report.step(`state of ${apps} apps`, () =>
      sample({ task: "state" }, { apps, round: 0, shared }),
    );
    const { state = Number.NaN, tree = Number.NaN, files } = facts;
    return [
      atMost(`state of a commit of ${files} files to the tree`, state / tree, {
        limit: 2,
        unit: "×",
        from: `${megabytes(state)} to ${megabytes(tree)}`,
      }),
    ];
  });
