import { createHash } from "node:crypto";
import type { Source } from "../head";

/** Lines that every commit of this program carries at its end; later runs read ownership from them. */
const names = {
  environment: "Flux-Monorepo-Environment",
  source: "Flux-Monorepo-Source",
  clean: "Flux-Monorepo-Source-Clean",
  left: "Flux-Monorepo-Left",
  seal: "Flux-Monorepo-Seal",
  tree: "Flux-Monorepo-Tree",
  changes: "Flux-Monorepo-Changes",
} as const;

/** What a commit of this program says about itself. */
export interface OwnCommit {
  readonly environment: string;
  readonly source: Source;
  /** Paths that hold what somebody else wrote, by the configuration's decision. */
  readonly left: readonly string[];
  /** Sealed file → keyed digest of what it was sealed from. */
  readonly seals: Readonly<Record<string, string>>;
  /** The commit's tree: proof that nobody amended it. */
  readonly tree: string;
  /** What `changesDigest` makes of its changes: the same proof where it was squashed or rebased onto other work. */
  readonly changes?: string;
}

/** A digest of a commit's changes: path → the blob that it left there, undefined where it removed the file. */
export function changesDigest(changes: Iterable<readonly [string, string | undefined]>): string {
  const lines = [...changes].map(([path, blob]) => `${path}\0${blob ?? ""}\0`).sort();
  return createHash("sha256").update(lines.join("")).digest("hex").slice(0, 40);
}

/** The last paragraph of a commit's message. */
export function trailerLines({ environment, source, left, seals, tree, changes }: OwnCommit): string {
  return [
    `${names.environment}: ${environment}`,
    `${names.source}: ${source.revision}`,
    `${names.clean}: ${source.clean}`,
    ...left.map((path) => `${names.left}: ${JSON.stringify(path)}`),
    ...Object.entries(seals).map(([path, digest]) => `${names.seal}: ${digest} ${JSON.stringify(path)}`),
    `${names.tree}: ${tree}`,
    ...(changes === undefined ? [] : [`${names.changes}: ${changes}`]),
  ].join("\n");
}

/** Reads the trailers of a message wherever they stand, since a squash merge puts text around them; the last ones count. */
export function readTrailers(message: string): OwnCommit | undefined {
  const values = (name: string): readonly string[] =>
    [...message.matchAll(new RegExp(`^\\s*${name}: (.+?)\\s*$`, "gm"))].map(([, value = ""]) => value);
  const [environment, revision, clean, tree] = [names.environment, names.source, names.clean, names.tree].map((name) =>
    values(name).at(-1),
  );
  if (environment === undefined || revision === undefined || tree === undefined) return undefined;
  const changes = values(names.changes).at(-1);
  return {
    ...(changes === undefined ? {} : { changes }),
    environment,
    source: { revision, clean: clean === "true" },
    left: values(names.left).map(unquote),
    seals: sealsOf(values(names.seal)),
    tree,
  };
}

function sealsOf(values: readonly string[]): Readonly<Record<string, string>> {
  const split = values.map((value) => {
    const space = value.indexOf(" ");
    return [unquote(value.slice(space + 1)), value.slice(0, space)] as const;
  });
  return Object.fromEntries(split);
}

function unquote(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}
