import type { Plan, ReleaseMove } from "../plan-types";

const shown = 10;

/** The plan in lines for people: warnings, what is pending, held and released. The files themselves are in the diff. */
export function describePlan(plan: Plan): readonly string[] {
  return [
    ...plan.warnings,
    ...[...plan.pending].map(
      ([path, environment]) => `${path} is not sealed yet: it appears with the first update of ${environment}`,
    ),
    ...[...plan.held].map(
      ([path, environment]) =>
        `${path} is no longer generated, but ${environment}'s cluster still reads it: it goes with the next update of ${environment}`,
    ),
    ...describeRelease(plan.release),
  ];
}

/** What a move of the followed ref brings, in lines for people; nothing where no ref moves. */
export function describeRelease(release: ReleaseMove | undefined): readonly string[] {
  if (release === undefined) return [];
  const from = release.from === undefined ? "is created" : `moves from ${release.from.slice(0, 12)}`;
  const rest = release.behind.length - shown;
  return [
    `${release.ref} ${from}${release.behind.length === 0 ? "" : ` and brings, beside this update's own changes:`}`,
    ...release.behind.slice(0, shown).map((path) => `  ${path}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}
