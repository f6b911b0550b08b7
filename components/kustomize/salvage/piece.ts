import { isMapping, type Kustomization } from "../tree/parse";

/** One entry of a list of a kustomization, or one whole field of it. */
export interface Piece {
  /** `patches` */
  readonly field: string;
  /** Position in the list; absent for a field that is none. */
  readonly index?: number;
  readonly value: unknown;
}

/** A kustomization that says nothing yet, and that kustomize takes all the same. */
const nothing = { buildMetadata: ["originAnnotations"] };

const headerFields = ["apiVersion", "kind", "metadata", "buildMetadata"];

/** What brings objects; everything else changes those that are there. */
const bringing = [
  "resources",
  "bases",
  "components",
  "configMapGenerator",
  "secretGenerator",
  "generators",
  "helmCharts",
  "helmGlobals",
  "helmChartInflationGenerator",
];

const patching = ["patchesStrategicMerge", "patches", "patchesJson6902"];

const changing = [
  "namespace",
  "namePrefix",
  "nameSuffix",
  "commonLabels",
  "labels",
  "commonAnnotations",
  "images",
  "imageTags",
  "replicas",
  "replacements",
  "transformers",
  "validators",
  "configurations",
  "crds",
  "openapi",
  "sortOptions",
  "generatorOptions",
  "vars",
];

/** Every field that a kustomization may have. */
export const knownFields: readonly string[] = [...headerFields, ...bringing, ...patching, ...changing];

/** Whether what a field holds are objects, and no changes of objects. */
export function bringsObjects(field: string): boolean {
  return bringing.includes(field);
}

/** Whether an entry of a field is a patch. */
export function isPatch(field: string): boolean {
  return patching.includes(field);
}

/** Takes a kustomization apart, in an order in which each piece finds what it is about: objects, patches, everything else. */
export function piecesOf(kustomization: Kustomization): readonly Piece[] {
  const order = [...bringing, ...patching];
  const rank = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length);
  return Object.entries(kustomization)
    .filter(([field]) => !headerFields.includes(field))
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([field, value]): readonly Piece[] =>
      Array.isArray(value)
        ? value.map((entry: unknown, index) => ({ field, index, value: entry }))
        : [{ field, value }],
    );
}

/** Puts pieces together again, with the header that the kustomization had. */
export function composed(kustomization: Kustomization, pieces: readonly Piece[]): Kustomization {
  const header = headerFields.filter((field) => field !== "buildMetadata" && kustomization[field] !== undefined);
  const content: Record<string, unknown> = Object.fromEntries(header.map((field) => [field, kustomization[field]]));
  for (const { field, index, value } of pieces) {
    const known = content[field];
    if (index === undefined) content[field] = value;
    else content[field] = Array.isArray(known) ? [...(known as readonly unknown[]), value] : [value];
  }
  return { ...content, ...nothing };
}

/** How a report names a piece: `patches[1]`. */
export function nameOf({ field, index }: Piece): string {
  return index === undefined ? field : `${field}[${index}]`;
}

/** The file or folder that a piece names, relative to its kustomization; undefined where it names none. */
export function pathIn({ field, value }: Piece): string | undefined {
  if (typeof value === "string") {
    const inline = value.includes("\n") || ["namespace", "namePrefix", "nameSuffix"].includes(field);
    return inline ? undefined : value.replace(/\/+$/, "");
  }
  return isMapping(value) && typeof value.path === "string" ? value.path : undefined;
}
