import type { Bench } from "../bench";
import { atMost, type Figure, seconds } from "../measure/figure";
import { inTurn, type Result } from "../measure/in-turn";
import { sample, withShared } from "../measure/sample";

const contestants = {
  publish: { task: "publish" },
  "git add, commit, push": { task: "push" },
  "publish, one app changed": { task: "publish", oneChange: true },
  "git add, commit, push, one app changed": { task: "push", oneChange: true },
} as const;

/** One commit of the whole tree, and one of a changed app, against plain git; and the round trips that they take. */
export const commitBench: Bench = ({ apps = 1000, rounds = 5, report }) =>
  withShared(async (shared) => {
    const results = await inTurn(contestants, { apps, rounds, shared, report });
    const changed = [results["publish, one app changed"], results["git add, commit, push, one app changed"]] as const;
    const trips = await Promise.all(
      [1, apps].map((count) => sample({ task: "round-trips" }, { apps: count, round: 0, shared })),
    );
    return [
      ratio(`commit and push of ${apps} apps to plain git`, [results.publish, results["git add, commit, push"]]),
      ratio(`one changed app of ${apps} to plain git`, changed),
      ...roundTrips(apps, [trips[0]?.facts ?? {}, trips[1]?.facts ?? {}]),
    ];
  });

function ratio(what: string, [ours, plain]: readonly [Result, Result]): Figure {
  return atMost(what, ours.milliseconds / plain.milliseconds, {
    limit: 1.3,
    unit: "×",
    from: `${seconds(ours)} to ${seconds(plain)}`,
  });
}

type Trips = Readonly<Record<string, number>>;

function roundTrips(apps: number, [few, many]: readonly [Trips, Trips]): readonly Figure[] {
  return ["first", "second"].map((which) => {
    const [least = Number.NaN, most = Number.NaN] = [few[which], many[which]];
    return atMost(`HTTP requests of the ${which} commit, ${apps} apps`, most, {
      limit: least,
      unit: "",
      from: `${least} with one app`,
    });
  });
}
