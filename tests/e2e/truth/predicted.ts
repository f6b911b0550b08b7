import assert from "node:assert/strict";
import type { EnvironmentChanges } from "../../../components/preview/changes";
import type { Fate } from "./recorded";

/** What a preview says becomes of an object; what moves between layers may be deleted on the way, or not. */
export type Prediction = Fate | "moved";

/** Object → what the preview says of it. */
export function predictions({
  created,
  changed,
  moved,
  pruned,
  unknown,
}: EnvironmentChanges): ReadonlyMap<string, Prediction> {
  assert.deepEqual(unknown, []);
  const found = new Map<string, Prediction>();
  for (const { name } of created) found.set(name, "created");
  for (const { name, effect } of changed) {
    assert.notEqual(effect.kind, "refused", `${name}: the sequence makes no change that is refused`);
    if (effect.kind !== "ignored") found.set(name, effect.kind === "replaced" ? "replaced" : "changed");
  }
  for (const { name } of moved) found.set(name, "changed");
  for (const { name, cause } of pruned)
    found.set(name, cause.kind === "moved" || cause.kind === "forced" ? "moved" : "deleted");
  return found;
}

/** Where what the API server recorded is not what the preview said; each a line. */
export function contradictions(
  predicted: ReadonlyMap<string, Prediction>,
  recorded: ReadonlyMap<string, Fate>,
): readonly string[] {
  const names = [...new Set([...predicted.keys(), ...recorded.keys()])].sort();
  return names.flatMap((name) => {
    const [said, was] = [predicted.get(name), recorded.get(name)];
    const agree = said === "moved" ? was === "changed" || was === "replaced" : said === was;
    return agree ? [] : [`${name}: the preview says ${said ?? "nothing"}, and the API server ${was ?? "nothing"}`];
  });
}
