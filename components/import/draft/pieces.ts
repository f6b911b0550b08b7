import type { BuiltObject } from "../../kustomize/batch";
import type { TextFiles } from "../../kustomize/tree/files";
import type { KubernetesObject } from "../../model/object";
import { inWrittenOrder } from "../compare/written-order";
import { documentOf, documentsOf, type SourceDocument } from "../read/documents";
import type { Group } from "../read/groups";
import type { NestedFolders } from "../read/nested";
import type { SourceEnvironment, SourceLayer } from "../read/source";

/** A layer with what kustomize makes of it, split into apps. */
export interface BuiltLayer {
  readonly environment: SourceEnvironment;
  readonly layer: SourceLayer;
  /** Folder that it gets in the model. */
  readonly folder: string;
  readonly objects: readonly BuiltObject[];
  readonly groups: readonly Group[];
  /** Why kustomize does not build it as a whole. */
  readonly failure?: string;
}

/** A whole repository with what kustomize makes of it. */
export interface BuiltSource {
  readonly files: TextFiles;
  readonly layers: readonly BuiltLayer[];
  /** Folder of a base → its objects. */
  readonly bases: ReadonlyMap<string, readonly BuiltObject[]>;
  /** What Kustomizations among the objects of its layers apply. */
  readonly nested: NestedFolders;
}

/** An object as built, with its fields in the order in which they were written. */
export interface Sourced {
  readonly object: KubernetesObject;
  readonly origin: string;
  readonly document?: SourceDocument;
}

/** One app in one environment: what is built, and what it builds upon. */
export interface Piece {
  readonly environment: string;
  readonly layer: string;
  readonly folder: string;
  readonly name: string;
  readonly objects: readonly Sourced[];
  readonly base: readonly Sourced[];
  /** What the base is known by: equal for all environments that share it. */
  readonly baseId: string;
}

/** The apps of a layer. */
export function piecesOf(source: BuiltSource, built: BuiltLayer): readonly Piece[] {
  const sourced = built.objects.map((object) => withDocument(source.files, object));
  const claimed = sourced.map(({ origin }) => built.groups.findIndex(({ files }) => files.has(origin)));
  return built.groups.flatMap((group, index) => {
    const objects = sourced.filter((_, place) => claimed[place] === index || (claimed[place] === -1 && index === 0));
    if (objects.length === 0) return [];
    const base = group.base === undefined ? sharedObjects(source.files, objects, built) : basedOn(source, group.base);
    return [
      {
        environment: built.environment.name,
        layer: built.layer.name,
        folder: built.folder,
        name: group.name
          .toLowerCase()
          .replace(/[^a-z0-9-]+/g, "-")
          .replace(/^-+|-+$/g, "")
          .slice(0, 63),
        objects,
        base,
        baseId: group.base ?? [...new Set(base.map(({ origin }) => origin))].join(" "),
      },
    ];
  });
}

function withDocument(files: TextFiles, { object, origin }: BuiltObject): Sourced {
  const document = documentOf(files, { object, origin });
  return { object: inWrittenOrder(object, document?.value), origin, ...(document === undefined ? {} : { document }) };
}

function basedOn({ files, bases }: BuiltSource, folder: string): readonly Sourced[] {
  return (bases.get(folder) ?? []).map((object) => withDocument(files, object));
}

/** What files say that no environment has for itself: where there is no base folder, they are the base. */
function sharedObjects(files: TextFiles, objects: readonly Sourced[], { environment }: BuiltLayer): readonly Sourced[] {
  const shared = new Set(
    objects.map(({ origin }) => origin).filter((path) => !path.split("/").includes(environment.name)),
  );
  return [...shared].flatMap((origin) =>
    documentsOf(files, origin).flatMap((document) =>
      isObject(document.value) ? [{ object: document.value, origin, document }] : [],
    ),
  );
}

function isObject(value: object): value is KubernetesObject {
  return "kind" in value && "apiVersion" in value && "metadata" in value && value.kind !== "Kustomization";
}
