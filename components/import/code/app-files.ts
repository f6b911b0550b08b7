import { appId, type Concessions, type Draft, type DraftApp } from "../draft/draft";
import type { KubernetesObject } from "../../model/object";
import { type ChartVersions, withoutVersion, withVersion } from "./chart-versions";
import { authoringImport, builderNames, objectCode, type Writing } from "./builders";
import { constants, property } from "./expression";
import { constantName } from "./names";

/** Code of every app, and of the catalog of each layer's folder. */
export function appFiles(
  draft: Draft,
  concessions: Concessions,
  charts: ChartVersions,
): readonly (readonly [string, string])[] {
  const { apps } = draft;
  const folders = [...new Set(apps.map(({ folder }) => folder))];
  return folders.flatMap((folder) => {
    const own = apps.filter((app) => app.folder === folder);
    return [
      [`${folder}/index.ts`, catalogFile(folder, own)] as const,
      ...own.map(
        (app) => [`${folder}/${app.name}.ts`, appFile(withoutVersions(app, draft, charts), concessions)] as const,
      ),
    ];
  });
}

/** An app whose charts get their versions in every overlay, so that none stands in the base as well. */
function withoutVersions(app: DraftApp, { environments }: Draft, charts: ChartVersions): DraftApp {
  const own = environments.flatMap(({ name, layers }) =>
    layers.flatMap(({ overlays }) =>
      overlays.filter((overlay) => overlay.app === app).map((overlay) => ({ name, overlay })),
    ),
  );
  const versioned = (key: string, object: KubernetesObject): boolean =>
    own.every(({ name, overlay: { patches, jsonPatches } }) => {
      const patch = patches[key] ?? {};
      if ("$patch" in patch) return true;
      return jsonPatches[key] === undefined && charts.fieldsOf(name, withVersion(object, patch)) !== undefined;
    });
  const resources = Object.entries(app.resources).map(
    ([key, object]) => [key, versioned(key, object) ? withoutVersion(object) : object] as const,
  );
  return { ...app, resources: Object.fromEntries(resources) };
}

/** The constant that a folder's catalog is: `infrastructureControllers`. */
export function catalogName(folder: string): string {
  return constantName(folder, "catalog");
}

/** The constant that an app is, and its key in the catalog. */
export function appName({ name }: DraftApp): string {
  return constantName(name, "app", builderNames);
}

function catalogFile(folder: string, apps: readonly DraftApp[]): string {
  const catalog = catalogName(folder);
  const called = (app: DraftApp): string => (appName(app) === catalog ? `${catalog}App` : appName(app));
  const entry = (app: DraftApp): string =>
    appName(app) === catalog ? `${appName(app)}: ${called(app)}` : appName(app);
  const names = apps.map(entry);
  const imports = apps.map((app) => `import { ${entry(app).replace(": ", " as ")} } from "./${app.name}";`).join("\n");
  return `${imports}\n\n/** What layers of ${folder} run. Each environment says of each of them how, or that it does not. */\nexport const ${catalog} = { ${names.join(", ")} };\n`;
}

function appFile(app: DraftApp, concessions: Concessions): string {
  const writing: Writing = { texts: new Map(), used: new Set(["defineApp"]) };
  const untyped = concessions.untyped.has(appId(app));
  const resources = Object.entries(app.resources).map(
    ([key, object]) => `${property(key)}: ${objectCode(object, untyped, writing)},`,
  );
  const root = "../".repeat(app.folder.split("/").length + 1);
  const body = `/** ${describe(app)} */\nexport const ${appName(app)} = defineApp(${JSON.stringify(app.name)}, {\n${resources.join("\n")}\n});\n`;
  return [authoringImport(writing.used, root), constants(writing.texts), body].filter((part) => part !== "").join("\n");
}

/** What a reader learns of the app before its code. */
function describe({ name, resources }: DraftApp): string {
  const kinds = [...new Set(Object.values(resources).map(({ kind }) => kind))];
  if (kinds.length === 0) return `What each environment has of ${name} for itself: nothing is shared.`;
  const last = kinds.at(-1) ?? "";
  const list = kinds.length === 1 ? last : `${kinds.slice(0, -1).join(", ")} and ${last}`;
  return `What ${name} is in every environment: ${list}.`;
}
