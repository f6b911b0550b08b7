import { posix } from "node:path";
import { type BuiltObject, buildUnit, type Workplace } from "../batch";
import { BuildError, type BuildFailure } from "../failure";
import { materialize } from "../materialize";
import { type Folders, indexFolders, type TextFiles } from "../tree/files";
import type { Unit } from "../tree/units";

/** Where a unit that kustomize refuses is built again and again, each time without what proved wrong. */
export interface Workshop {
  /** The tree as it came; its folders stay as they are. */
  readonly tree: Folders;
  /** Text of a file as it is now. */
  read(path: string): string;
  /** Replaces a file, on disk as well. */
  write(path: string, text: string): void;
  /** Builds files and folders together. */
  build(resources: readonly string[]): Promise<Trial>;
}

/** What came of one build. */
export type Trial =
  | { readonly kind: "built"; readonly objects: readonly BuiltObject[] }
  | { readonly kind: "failed"; readonly failure: BuildFailure };

/** Paths as they are in the tree, not as the workshop's own kustomization reaches them. */
function ofTree(failure: BuildFailure, resources: readonly string[]): BuildFailure {
  return {
    ...failure,
    reason: resources.reduce((text, path) => text.replaceAll(`../../${path}`, path), failure.reason),
  };
}

/** A unit that would take too long to look into. */
export class OutOfTrials extends Error {}

const trialLimit = 400;

interface Bounds {
  readonly unit: Unit;
  /** When to give up, in milliseconds since the epoch. */
  readonly until: number;
}

/** Opens a workshop in a folder on disk that holds the unit's files. */
export function workshop(place: Workplace, files: TextFiles, { unit: { folder }, until }: Bounds): Workshop {
  const texts = new Map(files);
  let trials = 0;
  return {
    tree: indexFolders(files),
    read: (path) => texts.get(path) ?? "",
    write(path, text) {
      texts.set(path, text);
      materialize(new Map([[path, text]]), place.root);
    },
    async build(resources) {
      trials += 1;
      if (trials > trialLimit || Date.now() > until) throw new OutOfTrials();
      if (resources.length === 0) return { kind: "built", objects: [] };
      try {
        const objects = await buildUnit(place, { folder, resources, files: [] });
        return {
          kind: "built",
          objects: objects.map((built) => ({ ...built, origin: posix.normalize(built.origin) })),
        };
      } catch (error) {
        if (error instanceof BuildError) return { kind: "failed", failure: ofTree(error.failure, resources) };
        throw error;
      }
    },
  };
}
