import { posix } from "node:path";
import { normalFolder } from "../../kustomize/tree/files";
import type { KubernetesObject } from "../../model/object";
import { type Mapping, mappingsAt, stringAt } from "./fields";
import type { Reference } from "./flux";
import { groupOf } from "./identity";

/** One copy of an ArtifactGenerator: a folder of the tree, and where it stands in the artifact. */
interface Copy {
  readonly from: string;
  readonly to: string;
}

/** An artifact that an ArtifactGenerator makes. */
export interface GeneratedArtifact {
  readonly generator: KubernetesObject;
  readonly copies: readonly Copy[];
  /** Every copy is of all that a folder holds, so that it is known what the artifact holds. */
  readonly whole: boolean;
}

/** Whether an object is source-watcher's ArtifactGenerator. */
export function isGenerator(object: KubernetesObject): boolean {
  return object.kind === "ArtifactGenerator" && groupOf(object) === "source.extensions.fluxcd.io";
}

/** The artifact of this name, as a generator among the objects makes it. */
export function generatedArtifact(
  objects: Iterable<KubernetesObject>,
  { namespace, name }: Pick<Reference, "namespace" | "name">,
): GeneratedArtifact | undefined {
  for (const generator of objects) {
    if (!isGenerator(generator) || (generator.metadata.namespace ?? "default") !== namespace) continue;
    const found = mappingsAt(generator, "spec", "artifacts").find((artifact) => stringAt(artifact, "name") === name);
    if (found === undefined) continue;
    const listed = mappingsAt(found, "copy");
    const copies = listed.flatMap(copyOf);
    return {
      generator,
      copies,
      whole: listed.every((copy) => copyOf(copy).length === 1 && copy.exclude === undefined),
    };
  }
  return undefined;
}

/** The folder of the tree that a path of the artifact is copied from: `./staging` of `@monorepo/apps/staging/**` is `apps/staging`. */
export function folderBehind({ copies }: GeneratedArtifact, path: string): string | undefined {
  for (const { from, to } of copies) {
    const inside = posix.relative(to, path);
    if (!inside.startsWith("..")) return normalFolder(posix.join(from, inside));
  }
  return undefined;
}

/** Where the artifact has a file of the tree; empty where it lacks it. */
export function placesOf({ copies }: GeneratedArtifact, path: string): readonly string[] {
  return copies.flatMap(({ from, to }) => {
    const inside = posix.relative(from, path);
    return inside.startsWith("..") ? [] : [posix.join(to, inside)];
  });
}

function copyOf(copy: Mapping): readonly Copy[] {
  const from = /^@[^/]+\/(.*?)\/?\*\*$/.exec(stringAt(copy, "from") ?? "")?.[1];
  const to = /^@artifact\/(.*)$/.exec(stringAt(copy, "to") ?? "")?.[1];
  if (from === undefined || to === undefined) return [];
  return [{ from: normalFolder(from), to: normalFolder(to) }];
}
