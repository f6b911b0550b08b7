import type { App } from "../app";
import { tell } from "../report/gather";
import type { Overlay } from "../overlay";
import { listNames } from "./names";
import type { OverlayOf } from "./overlay-options";

/** Named, so that the constant keeps this type in an object of choices that is not yet an argument. */
type NotDeployed = "not deployed";

/** Says that an environment leaves an app of the catalog out. */
export const notDeployed: NotDeployed = "not deployed";

/** What an environment says about each app of a catalog; an app that it does not mention does not compile. */
export type Choices<Catalog extends Readonly<Record<string, App>>> = {
  readonly [Name in keyof Catalog]: OverlayOf<Catalog[Name]> | typeof notDeployed;
};

/** The overlays of one layer: one entry for each app of the catalog, in the catalog's order. */
export function overlaysOf<const Catalog extends Readonly<Record<string, App>>>(
  catalog: Catalog,
  choices: Choices<NoInfer<Catalog>>,
): readonly Overlay[] {
  const given: Readonly<Record<string, Overlay | typeof notDeployed | undefined>> = choices;
  const known = Object.keys(catalog);
  const missing = known.filter((name) => given[name] === undefined);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  tell([
    ...missing.map((name) =>
      issue("missing-overlay", name, `no overlay is given for "${name}". Give one, or "${notDeployed}".`),
    ),
    ...unknown.map((name) =>
      issue("unknown-app", name, `the catalog has no app "${name}". Known: ${listNames(known)}.`),
    ),
  ]);
  return known.flatMap((name) => {
    const choice = given[name];
    return choice === undefined || choice === notDeployed ? [] : [choice];
  });
}

function issue(
  code: string,
  resource: string,
  message: string,
): { code: string; path: string; resource: string; message: string } {
  return { code, path: "stacks", resource, message };
}
