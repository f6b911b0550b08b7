import type { Concessions, Draft } from "../draft/draft";
import { appFiles } from "./app-files";
import { chartVersions, type ChartVersions } from "./chart-versions";
import { environmentFiles } from "./environment-files";
import { indexFile, programFile, rulesFile, variablesFile } from "./index-file";
import { rawFolder } from "./overlay-code";
import { type ImageVersions, imageVersions } from "./versions-file";

/** Files of the program that the written ones are made from or go along with. */
export interface Templates {
  /** `stacks/versions/index.ts`. */
  readonly versions: string;
  /** `stacks/versions/reader.ts`. */
  readonly versionsReader: string;
}

/** Writes a draft as the files of a `stacks/` folder, not formatted yet: path → text. */
export function writeCode(draft: Draft, concessions: Concessions, templates: Templates): ReadonlyMap<string, string> {
  const versions = imageVersions(draft);
  const charts = chartVersions(draft);
  const raw = rawTexts(draft);
  const hasRaw = raw.length + draft.kept.size > 0;
  return new Map([
    ...appFiles(draft, concessions, charts),
    ...environmentFiles({ draft, concessions, versions, charts }),
    ...draft.environments.map(
      ({ name, fluxVersion }) =>
        [
          `${name}.versions.yaml`,
          versions.file({ environment: name, flux: fluxVersion, charts: charts.entries(name) }),
        ] as const,
    ),
    ["versions/index.ts", withNames(templates.versions, { draft, versions, charts })],
    ["versions/reader.ts", templates.versionsReader],
    ["environment-names.ts", environmentNamesFile(draft)],
    ["recipients.ts", recipientsFile(draft)],
    ["index.ts", indexFile(draft)],
    ["program.ts", programFile],
    ["cluster/variables.ts", variablesFile],
    ["rules.ts", rulesFile([])],
    ...(hasRaw ? [["raw-files.ts", rawFilesCode] as const] : []),
    ...raw,
    ...[...draft.kept].map(([path, text]) => [`raw/kept/${path}`, text] as const),
  ]);
}

interface Named {
  readonly draft: Draft;
  readonly versions: ImageVersions;
  readonly charts: ChartVersions;
}

/** The versions module of the shipped example, with the images and charts that the written code names. */
function withNames(template: string, { draft, versions, charts }: Named): string {
  const missing = (group: string, { keys }: Pick<ImageVersions, "keys">, environment: string): readonly string[] =>
    keys()
      .filter((key) => !keys(environment).includes(key))
      .map((key) => `${group}.${key}`);
  const leftOut = draft.environments.flatMap(({ name }) => {
    const keys = [...missing("images", versions, name), ...missing("charts", charts, name)];
    return keys.length === 0 ? [] : [[name, keys] as const];
  });
  const texts = [
    [/imageNames = \[[^\]]*\] as const/, `imageNames = ${JSON.stringify(versions.keys())} as const`],
    [/chartNames = \[[^\]]*\] as const/, `chartNames = ${JSON.stringify(charts.keys())} as const`],
    [/(?<=const leftOut: [^=]*)= \{\}/, `= ${JSON.stringify(Object.fromEntries(leftOut))}`],
  ] as const;
  return texts.reduce((text, [pattern, own]) => {
    if (!pattern.test(text))
      throw new Error(`stacks/versions/index.ts has another form than the import knows: ${pattern.source}`);
    return text.replace(pattern, () => own);
  }, template);
}

function rawTexts({ environments, rawFiles }: Draft): readonly (readonly [string, string])[] {
  const kept = environments.flatMap(({ name: environment, layers }) =>
    layers.flatMap(({ folder, overlays }) =>
      overlays.flatMap((overlay) =>
        Object.entries(overlay.raw?.files ?? {}).map(
          ([name, text]) => [`raw/${rawFolder(overlay, folder, { environment })}/${name}`, text] as const,
        ),
      ),
    ),
  );
  return [...kept, ...Object.entries(rawFiles).map(([path, text]) => [`raw/${path}`, text] as const)];
}

function environmentNamesFile({ environments }: Draft): string {
  return `/** The environments, each of them one cluster and one Pulumi stack of the same name. */
export const environmentNames = ${JSON.stringify(environments.map(({ name }) => name))} as const;

export type EnvironmentName = (typeof environmentNames)[number];
`;
}

function recipientsFile({ environments }: Draft): string {
  const entries = environments.map(({ name, recipients }) => `${JSON.stringify(name)}: ${JSON.stringify(recipients)},`);
  return `import type { EnvironmentName } from "./environment-names";

/** Public age recipients that each environment's sealed files are encrypted for. */
export const recipients: Readonly<Record<EnvironmentName, readonly string[]>> = {
  ${entries.join("\n  ")}
};
`;
}

const rawFilesCode = `import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { RawFiles } from "../components/model/overlay";

/** Files of a folder below \`raw/\` that an overlay lists as they are. */
export function rawFiles(folder: string, names: readonly string[]): RawFiles {
  return { files: Object.fromEntries(names.map((name) => [name, rawFile(\`\${folder}/\${name}\`)])), resources: names };
}

/** Every file below \`raw/kept/\`, by the path that it keeps in the monorepo. */
export function keptFiles(): Readonly<Record<string, string>> {
  const folder = join(__dirname, "raw", "kept");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"));
  return Object.fromEntries(paths.sort().map((path) => [path, rawFile(\`kept/\${path}\`)]));
}

/** The text of one file below \`raw/\`, which a symbolic link does not leave. */
export function rawFile(path: string): string {
  const folder = realpathSync(join(__dirname, "raw"));
  const file = realpathSync(join(folder, path));
  if (!file.startsWith(folder + sep)) throw new Error(\`raw/\${path} leads out of raw/: put the file itself there\`);
  return readFileSync(file, "utf8");
}
`;
