import type { Bench } from "./bench";
import { buildsBench } from "./benches/builds";
import { commitBench } from "./benches/commit";
import { renderBench } from "./benches/render";
import { startBench } from "./benches/start";
import { stateBench } from "./benches/state";

/** Every bench by the name that the command line has for it. */
export const benches: Readonly<Record<string, Bench>> = {
  start: startBench,
  render: renderBench,
  builds: buildsBench,
  commit: commitBench,
  state: stateBench,
};
