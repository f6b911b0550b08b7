import {
  appId,
  type Concessions,
  type Draft,
  type DraftApp,
  type DraftEnvironment,
  type DraftLayer,
} from "../draft/draft";
import { appName, catalogName } from "./app-files";
import { authoringImport, builderNames, type Writing } from "./builders";
import type { ChartVersions } from "./chart-versions";
import { constants, expression } from "./expression";
import { constantName } from "./names";
import { overlayOptions } from "./overlay-code";
import type { ImageVersions } from "./versions-file";

/** What the environments' code is written from. */
export interface EnvironmentsInput {
  readonly draft: Draft;
  readonly concessions: Concessions;
  readonly versions: ImageVersions;
  readonly charts: ChartVersions;
}

/** Code of every environment: one file for its layers, and one for the overlays of each. */
export function environmentFiles(input: EnvironmentsInput): readonly (readonly [string, string])[] {
  return input.draft.environments.flatMap((environment) => [
    [`${environment.name}.ts`, environmentFile(environment)] as const,
    ...environment.layers.map(
      (layer) => [`${environment.name}/${layer.name}.ts`, layerFile(layer, environment.name, input)] as const,
    ),
  ]);
}

/** The function that makes an environment. */
export function environmentName(name: string): string {
  return constantName(name, "environment", builderNames);
}

function overlaysName(layer: DraftLayer): string {
  return constantName(`${layer.name}-overlays`, "layer");
}

function layerName(layer: DraftLayer): string {
  return constantName(layer.name, "layer", ["environment"]);
}

function environmentFile({ name, layers }: DraftEnvironment): string {
  const imports = layers.map((layer) => `import { ${overlaysName(layer)} } from "./${name}/${layer.name}";`);
  const made = layers.map(
    (layer) => `const ${layerName(layer)} = layer(${JSON.stringify(layer.name)}, ${layerOptions(layer, layers)});`,
  );
  return `import { environment } from "../components/model/authoring";
import type { Environment } from "../components/model/environment";
${imports.join("\n")}
import type { Versions } from "./versions";

/** What ${name} runs. */
export function ${environmentName(name)}(versions: Versions, ageRecipients: readonly string[]): Environment {
  return environment(${JSON.stringify(name)}, { fluxVersion: versions.flux, ageRecipients }, (layer) => {
    ${made.join("\n    ")}
    return [${layers.map(layerName).join(", ")}];
  });
}
`;
}

function layerOptions(layer: DraftLayer, layers: readonly DraftLayer[]): string {
  const needed = layers.filter(({ name }) => layer.dependsOn.includes(name)).map(layerName);
  const { texts } = noWriting();
  const options = Object.entries(layer.options).map(([field, value]) => `${field}: ${expression(value, texts)}`);
  const others = Object.keys(layer.others).length === 0 ? [] : [`spec: ${expression(layer.others, texts)}`];
  const fields = [
    `folder: ${JSON.stringify(layer.folder)}`,
    `overlays: ${overlaysName(layer)}(versions)`,
    ...(needed.length === 0 ? [] : [`dependsOn: [${needed.join(", ")}]`]),
    ...options,
    ...others,
  ];
  return `{ ${fields.join(", ")} }`;
}

function noWriting(): Writing {
  return { texts: new Map(), used: new Set() };
}

function layerFile(
  layer: DraftLayer,
  environment: string,
  { draft, concessions, versions, charts }: EnvironmentsInput,
): string {
  const catalog = draft.apps.filter(({ folder }) => folder === layer.folder);
  const writing: Writing = { texts: new Map(), used: new Set(["overlaysOf"]) };
  const context = { environment, versions, charts, concessions, writing };
  const here = layer.overlays.map((overlay) => ({ overlay, options: overlayOptions(overlay, layer.folder, context) }));
  const name = catalogName(layer.folder);
  const functions = here.map(({ overlay: { app }, options }) => appFunction({ app, options, catalog: name }));
  const choices = catalog.map((app) => {
    const found = here.find(({ overlay }) => appId(overlay.app) === appId(app));
    if (found === undefined) writing.used.add("notDeployed");
    return `${appName(app)}: ${found === undefined ? "notDeployed" : `${overlayFunction(app)}(${usesVersions(found.options) ? "versions" : ""})`}`;
  });
  if (here.length > 0) for (const used of ["overlay", "type OverlayOf"]) writing.used.add(used);
  const argument = here.some(({ options }) => usesVersions(options)) ? "versions" : "_versions";
  const main = `/** The apps of layer ${layer.name} in ${environment}. */\nexport function ${overlaysName(layer)}(${argument}: Versions): readonly Overlay[] {\n  return ${catalog.length === 0 ? "[]" : `overlaysOf(${name}, { ${choices.join(", ")} })`};\n}\n`;
  if (catalog.length === 0) writing.used.delete("overlaysOf");
  const imports = [
    authoringImport(writing.used, "../../"),
    `import type { Overlay } from "../../components/model/overlay";\n`,
    catalog.length === 0 ? "" : `import { ${name} } from "../${layer.folder}";\n`,
    here.some(({ overlay }) => overlay.raw !== undefined) ? `import { rawFiles } from "../raw-files";\n` : "",
    `import type { Versions } from "../versions";\n`,
  ].join("");
  return [imports, constants(writing.texts), main, ...functions].filter((part) => part !== "").join("\n");
}

/** The function that makes an app's overlay in a file; it may not be called as the catalog that the file imports. */
export function overlayFunction(app: DraftApp): string {
  const name = appName(app);
  return name === catalogName(app.folder) ? `${name}Overlay` : name;
}

interface AppFunction {
  readonly app: DraftApp;
  readonly options: string;
  readonly catalog: string;
}

function appFunction({ app, options, catalog }: AppFunction): string {
  const argument = usesVersions(options) ? "versions: Versions" : "";
  return `function ${overlayFunction(app)}(${argument}): OverlayOf<typeof ${catalog}.${appName(app)}> {\n  return overlay(${catalog}.${appName(app)}, ${options});\n}\n`;
}

function usesVersions(options: string): boolean {
  return /\bversions\.(?:images|charts)\b/.test(options);
}
