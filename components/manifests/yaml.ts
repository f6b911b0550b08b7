import { parseAllDocuments, parseDocument as parseYamlDocument } from "yaml";
import type { Document, DocumentOptions, ParseOptions, ScalarTag, SchemaOptions, Tags } from "yaml";
import { readPlain } from "./read/plain";

export { stringifyManifest, stringifyManifests } from "./emit/manifest";

/** A YAML document that keeps its comments and order; what `parseDocument` returns. */
export type YamlDocument = Document.Parsed;

/** Tags of YAML 1.1 that Kubernetes' decoder leaves as plain strings, or does not know. */
const notInKubernetes = ["timestamp", "binary", "omap", "pairs", "set"];

/** Octal numbers as YAML 1.2 writes them, which Kubernetes' decoder reads besides those of 1.1. */
const octal: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^[-+]?0o[0-7_]+$/,
  resolve: (text) => Number.parseInt(text.replace(/0o|_/g, ""), 8),
};

/** Fractions and exponents: without a digit before them, a dot or an e is text to Kubernetes, not a number. */
const fraction: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^[-+]?(\.[0-9][0-9_]*|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?$/,
  resolve: (text) => Number.parseFloat(text.replaceAll("_", "")),
};

/** Options that make a parse read what Kubernetes would read: YAML 1.1 with merge keys; dates and times as strings. */
const asKubernetes: DocumentOptions & ParseOptions & SchemaOptions = {
  version: "1.1",
  merge: true,
  customTags: (tags) => [...tags.filter((tag) => !isForeign(tag)), octal, fraction],
};

/** The objects of a YAML text of any number of documents, empty ones left out; throws at the first fault, with its line. */
export function parseManifests(text: string): unknown[] {
  const values = plainDocuments(text) ?? wholeDocuments(text);
  return values.filter((value) => value !== null && value !== undefined);
}

/** The value of a text of one YAML document, read as Kubernetes reads it; throws at the first fault, with its line. */
export function parseYaml(text: string): unknown {
  const plain = readPlain(text, readScalar);
  return plain === undefined ? valueOf(parseYamlDocument(text, asKubernetes)) : plain.value;
}

/** Documents of the plain form, with the others among them read by the whole parser; undefined where that alone can tell them apart, or what is wrong. */
function plainDocuments(text: string): readonly unknown[] | undefined {
  if (/^(%|\.\.\.|---.)/m.test(text)) return undefined;
  const documents = text.split(/^---\n/m);
  try {
    return documents.flatMap((document) => {
      const plain = readPlain(document, readScalar);
      return plain === undefined ? wholeDocuments(document) : [plain.value];
    });
  } catch {
    return undefined;
  }
}

function wholeDocuments(text: string): readonly unknown[] {
  const documents = parseAllDocuments(text, asKubernetes);
  return Array.isArray(documents) ? documents.map(valueOf) : [];
}

const scalars = new Map<string, unknown>();
const scalarsKept = 10_000;

/** Most scalars are found many times. */
function readScalar(text: string): unknown {
  if (scalars.has(text)) return scalars.get(text);
  const document = parseYamlDocument(`- ${text}`, asKubernetes);
  const value: unknown = document.errors.length > 0 ? undefined : document.get(0);
  if (scalars.size < scalarsKept && text.length < 100) scalars.set(text, value);
  return value;
}

/** A text of one YAML document with its comments and order, for files that people and bots edit; throws at the first fault. */
export function parseDocument(text: string): YamlDocument {
  const document = parseYamlDocument(text, { version: "1.2" });
  assertParsed(document);
  return document;
}

function isForeign(tag: Tags[number]): boolean {
  if (typeof tag === "string") return notInKubernetes.includes(tag);
  if ("test" in tag && tag.tag.endsWith(":float") && (tag.test.test(".") || tag.test.test("e0"))) return true;
  return tag.format === "TIME" || notInKubernetes.includes(tag.tag.replace("tag:yaml.org,2002:", ""));
}

function valueOf(document: Document.Parsed): unknown {
  assertParsed(document);
  const value: unknown = document.toJS();
  return value;
}

function assertParsed(document: Document.Parsed): void {
  const [fault] = document.errors;
  if (fault === undefined) return;
  const line = fault.linePos?.[0].line;
  throw new Error(line === undefined ? fault.message : `line ${line}: ${fault.message.split(" at line ")[0]}`, {
    cause: fault,
  });
}
