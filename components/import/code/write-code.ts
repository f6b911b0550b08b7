import type { Concessions, Draft } from "../draft/draft";
import { appFiles } from "./app-files";
import { environmentFiles, environmentName } from "./environment-files";
import { rawFolder } from "./overlay-code";
import { imageVersions } from "./versions-file";

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
  const raw = rawTexts(draft);
  const hasRaw = raw.length > 0;
  return new Map([
    ...appFiles(draft, concessions),
    ...environmentFiles({ draft, concessions, versions }),
    ...draft.environments.map(
      ({ name, fluxVersion }) => [`${name}.versions.yaml`, versions.file(name, fluxVersion)] as const,
    ),
    ["versions/index.ts", withNames(templates.versions, versions.keys)],
    ["versions/reader.ts", templates.versionsReader],
    ["environment-names.ts", environmentNamesFile(draft)],
    ["recipients.ts", recipientsFile(draft)],
    ["index.ts", indexFile(draft)],
    ...(hasRaw ? [["raw-files.ts", rawFilesCode] as const] : []),
    ...raw,
  ]);
}

/** The versions module of the shipped example, with the images and charts of the import. */
function withNames(template: string, keys: readonly string[]): string {
  const changed = template
    .replace(/imageNames = \[[^\]]*\] as const/, () => `imageNames = ${JSON.stringify(keys)} as const`)
    .replace(/chartNames = \[[^\]]*\] as const/, () => "chartNames = [] as const");
  if (!changed.includes("chartNames = [] as const"))
    throw new Error("stacks/versions/index.ts names its charts in another form than the import knows");
  return changed;
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

function indexFile({ environments, rawFiles }: Draft): string {
  const paths = Object.keys(rawFiles);
  const imports = environments.map(({ name }) => `import { ${environmentName(name)} } from "./${name}";`);
  const entries = environments.map(({ name }) => `${JSON.stringify(name)}: ${environmentName(name)},`);
  const kept = paths.map((path) => `${JSON.stringify(path)}: rawFile(${JSON.stringify(path)}),`);
  return `import { defineMonorepo } from "../components/model/authoring";
import type { Environment, MonorepoModel } from "../components/model/environment";
import { environmentNames, type EnvironmentName } from "./environment-names";
${imports.join("\n")}
${paths.length === 0 ? "" : 'import { rawFile } from "./raw-files";\n'}import { recipients } from "./recipients";
import { readVersions, type Versions } from "./versions";

export { environmentNames, type EnvironmentName } from "./environment-names";

/** What of the model does not come from the files of this folder. */
export interface MonorepoOptions {
  /** Environment → public age recipients that take the place of those in \`recipients.ts\`. @default {} */
  readonly ageRecipients?: Readonly<Record<string, readonly string[]>>;
}

/** An environment that is named but not made here does not compile. */
const environments: Readonly<
  Record<EnvironmentName, (versions: Versions, ageRecipients: readonly string[]) => Environment>
> = {
  ${entries.join("\n  ")}
};

/** The whole model, from the files of this folder. @throws IssuesError with everything that is wrong in them. */
export function monorepo({ ageRecipients = {} }: MonorepoOptions = {}): MonorepoModel {
  const versions = readVersions();
  const made = environmentNames.map(
    (name) => [name, environments[name](versions[name], ageRecipients[name] ?? recipients[name])] as const,
  );
  return defineMonorepo({ environments: Object.fromEntries(made)${paths.length === 0 ? "" : `, rawFiles: { ${kept.join(" ")} }`} });
}
`;
}

const rawFilesCode = `import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RawFiles } from "../components/model/overlay";

/** Files of a folder below \`raw/\` that an overlay lists as they are. */
export function rawFiles(folder: string, names: readonly string[]): RawFiles {
  return { files: Object.fromEntries(names.map((name) => [name, rawFile(\`\${folder}/\${name}\`)])), resources: names };
}

/** The text of one file below \`raw/\`. */
export function rawFile(path: string): string {
  return readFileSync(join(__dirname, "raw", path), "utf8");
}
`;
