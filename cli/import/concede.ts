import { describeObject } from "../../components/model/object";
import { overlayFunction } from "../../components/import/code/environment-files";
import { objectId, type Difference } from "../../components/import/compare/differences";
import { appId, type Concessions, type Draft } from "../../components/import/draft/draft";
import { piecesOf, type BuiltSource } from "../../components/import/draft/pieces";
import type { Issue } from "../../components/model/issue";
import type { LayerProof } from "./prove";
import type { TypeFault } from "./type-check";

/** What an attempt ran into. */
export type Obstacle =
  | { readonly kind: "types"; readonly faults: readonly TypeFault[] }
  | { readonly kind: "issues"; readonly issues: readonly Issue[] }
  | { readonly kind: "differences"; readonly proofs: readonly LayerProof[] };

/** Gives in where an attempt failed: JSON patches, then objects without types, then objects as built. Says whether anything is new. */
export function concede(
  obstacle: Obstacle,
  { draft, source }: { draft: Draft; source: BuiltSource },
  concessions: Concessions,
): boolean {
  const size = (): number => concessions.raw.size + concessions.jsonPatches.size + concessions.untyped.size;
  const before = size();
  switch (obstacle.kind) {
    case "types":
      for (const [app, fault] of faultsByApp(obstacle.faults, draft)) concedeType(app, fault, concessions);
      break;
    case "issues":
      concedeIssues(obstacle.issues, draft, concessions);
      break;
    case "differences": {
      const owners = ownersOf(source);
      for (const { environment, layer, objects } of obstacle.proofs)
        for (const difference of objects) {
          const app =
            owners.get(`${environment} ${layer} ${objectId(difference.object)}`) ?? ownerByName(difference, draft);
          if (app === undefined) continue;
          if (concessions.jsonPatches.has(app))
            concessions.raw.set(
              app,
              `its ${describeObject(difference.object)} comes out differently at ${difference.field ?? "its name"}`,
            );
          else concessions.jsonPatches.add(app);
        }
      break;
    }
  }
  return size() > before;
}

/** A patch may be at fault, so that a JSON patch does; what else is wrong with an app is known to the next attempt. */
function concedeIssues(issues: readonly Issue[], draft: Draft, { jsonPatches, raw }: Concessions): void {
  const found = issues.flatMap((issue) => {
    const app = draft.apps.find((candidate) => isWithin(issue.path, candidate, draft));
    return app === undefined ? [] : [[appId(app), issue.message] as const];
  });
  const known = new Set(jsonPatches);
  for (const [app, message] of found) {
    if (known.has(app)) raw.set(app, message);
    else jsonPatches.add(app);
  }
}

/** The first fault of each app: what is conceded for it may do for the others. */
function faultsByApp(faults: readonly TypeFault[], draft: Draft): ReadonlyMap<string, TypeFault> {
  const found = new Map<string, TypeFault>();
  for (const fault of faults) {
    const app = appOf(fault, draft);
    if (app === undefined) throw new Error(`the written code does not compile: ${fault.path}: ${fault.message}`);
    const known = found.get(app);
    if (known === undefined || (isBase(fault, draft) && !isBase(known, draft))) found.set(app, fault);
  }
  return found;
}

function isBase({ path }: TypeFault, { apps }: Draft): boolean {
  return apps.some((app) => path === `${app.folder}/${app.name}.ts`);
}

function appOf({ path, before }: TypeFault, draft: Draft): string | undefined {
  const based = draft.apps.find((app) => path === `${app.folder}/${app.name}.ts`);
  const called = [...before.matchAll(/^function (\w+)\(/gm)].at(-1)?.[1];
  const layer = draft.environments
    .flatMap((environment) => environment.layers.map((own) => ({ own, file: `${environment.name}/${own.name}.ts` })))
    .find(({ file }) => file === path)?.own;
  const app =
    based ?? layer?.overlays.map((overlay) => overlay.app).find((candidate) => overlayFunction(candidate) === called);
  return app === undefined ? undefined : appId(app);
}

function concedeType(id: string, { path, message }: TypeFault, { jsonPatches, untyped, raw }: Concessions): void {
  const inBase = path.startsWith(`${id}.`);
  if (!inBase && !jsonPatches.has(id)) jsonPatches.add(id);
  else if (!untyped.has(id)) untyped.add(id);
  else raw.set(id, `TypeScript refuses it: ${message}`);
}

function isWithin(path: string, app: Draft["apps"][number], { environments }: Draft): boolean {
  return ["base", ...environments.map(({ name }) => name)].some((name) =>
    `${path}/`.startsWith(`${app.folder}/${name}/${app.name}/`),
  );
}

/** Every object of the repository → its app. */
function ownersOf(source: BuiltSource): ReadonlyMap<string, string> {
  return new Map(
    source.layers.flatMap((layer) =>
      piecesOf(source, layer).flatMap((piece) =>
        piece.objects.map(
          ({ object }) => [`${piece.environment} ${piece.layer} ${objectId(object)}`, appId(piece)] as const,
        ),
      ),
    ),
  );
}

/** An object that only the import has was made from one of the same kind and name. */
function ownerByName({ object }: Difference, { apps }: Draft): string | undefined {
  const found = apps.find(({ resources }) =>
    Object.values(resources).some(
      ({ kind, metadata }) => kind === object.kind && metadata.name === object.metadata.name,
    ),
  );
  return found === undefined ? undefined : appId(found);
}
