import { appFiles, infrastructureFiles } from "./sound/apps";
import { clusterFiles } from "./sound/cluster";

/** Files of a test: path → YAML text. */
export type Files = Map<string, string>;

/** A tree of one environment in which every rule finds what it looks at, and nothing wrong. */
export function soundTree(): Files {
  return new Map([...clusterFiles(), ...infrastructureFiles(), ...appFiles()]);
}

/** The sound tree with some files added or replaced; `undefined` removes one. */
export function changed(changes: Readonly<Record<string, string | undefined>>): Files {
  const files = soundTree();
  for (const [path, content] of Object.entries(changes)) {
    if (content === undefined) files.delete(path);
    else files.set(path, content);
  }
  return files;
}

/** The sound tree with a piece of text replaced in one file; a text that is not there is a fault of the test. */
export function edited(path: string, from: string, to: string): Files {
  const files = soundTree();
  const content = files.get(path) ?? "";
  if (!content.includes(from)) throw new Error(`${path} does not hold: ${from}`);
  return files.set(path, content.replace(from, to));
}

/** The sound tree with text added at the end of one file. */
export function appended(path: string, text: string): Files {
  const files = soundTree();
  return files.set(path, `${files.get(path) ?? ""}${text}`);
}

/** The sound tree with one more object in the app's overlay. */
export function withObject(content: string, name = "added.yaml"): Files {
  const files = edited(
    "apps/staging/web/kustomization.yaml",
    "  - namespace.yaml\n",
    `  - namespace.yaml\n  - ${name}\n`,
  );
  return files.set(`apps/staging/web/${name}`, content);
}
