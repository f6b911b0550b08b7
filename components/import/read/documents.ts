import { isMapping } from "../../kustomize/tree/parse";
import type { TextFiles } from "../../kustomize/tree/files";
import { parseManifests } from "../../manifests/yaml";
import type { KubernetesObject } from "../../model/object";

/** One object of a file as a person wrote it. */
export interface SourceDocument {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Whether its file holds nothing else. */
  readonly alone: boolean;
}

const read = new WeakMap<TextFiles, Map<string, readonly SourceDocument[]>>();

/** The documents of a file, with their own text. */
export function documentsOf(files: TextFiles, path: string): readonly SourceDocument[] {
  const known = read.get(files) ?? new Map<string, readonly SourceDocument[]>();
  read.set(files, known);
  const documents = known.get(path) ?? split(files.get(path) ?? "");
  known.set(path, documents);
  return documents;
}

/** The document that an object was built from: of its kind and name, or the file's only one of its kind. */
export function documentOf(
  files: TextFiles,
  { object, origin }: { readonly object: KubernetesObject; readonly origin: string },
): SourceDocument | undefined {
  const same = documentsOf(files, origin).filter(({ value }) => value["kind"] === object.kind);
  const named = same.find(
    ({ value }) => isMapping(value["metadata"]) && value["metadata"].name === object.metadata.name,
  );
  return named ?? (same.length === 1 ? same[0] : undefined);
}

function split(text: string): readonly SourceDocument[] {
  const chunks = text.split(/^---[^\n]*\n/m);
  const documents = chunks.flatMap((chunk) => {
    const values = parsed(chunk);
    return values.map((value) => ({ value, text: chunk.endsWith("\n") ? chunk : `${chunk}\n` }));
  });
  return documents.map((document) => ({ ...document, alone: documents.length === 1 }));
}

function parsed(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return parseManifests(text).filter(isMapping);
  } catch {
    return [];
  }
}
