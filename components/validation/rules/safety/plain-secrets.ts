import { parseManifests } from "../../../manifests/yaml";
import { isMapping, type Mapping, mappingAt, stringAt } from "../../read/fields";

/** A Secret, or a patch of one, that holds a value which anyone can read. */
export interface PlainSecret {
  /** `web/token`, or the name alone. */
  readonly name: string;
  /** `stringData.password`. */
  readonly entries: readonly string[];
}

/** Text of a file that a patch names by its path; undefined where there is none. */
export type ReadFile = (path: string) => string | undefined;

/** Every Secret within a value with an open entry: in lists, in the values of a chart, in patches, and in texts that are manifests. */
export function* plainSecrets(value: unknown, read: ReadFile = () => undefined): Generator<PlainSecret> {
  if (typeof value === "string") yield* inText(value, read);
  else if (Array.isArray(value)) for (const entry of value) yield* plainSecrets(entry, read);
  else if (isMapping(value)) yield* inMapping(value, read);
}

/** Names of the entries of a Secret whose values anyone can read; a variable that Flux substitutes in the cluster is no value. */
export function openEntries(secret: unknown): readonly string[] {
  return ["data", "stringData"].flatMap((field) =>
    Object.entries(mappingAt(secret, field))
      .filter(([, value]) => isOpen(value))
      .map(([key]) => `${field}.${key}`),
  );
}

/** Whether a text holds ciphertext of SOPS, in any of its formats. */
export function isSopsText(text: string): boolean {
  return /\bsops(?:_version=|["']?:|\])/.test(text) && text.includes("ENC[");
}

function isOpen(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  return typeof value !== "string" || (!value.startsWith("ENC[") && !/^\$\{\w+\}$/.test(value));
}

function* inText(text: string, read: ReadFile): Generator<PlainSecret> {
  if (!mayHoldSecret(text)) return;
  for (const object of parsed(text)) if (typeof object === "object") yield* plainSecrets(object, read);
}

/** Whether it is worth while to parse a text; what only a build can tell, the builds are judged for. */
export function mayHoldSecret(text: string): boolean {
  return /kind[^\n]{0,4}:[^\n]{0,40}\bSecret(?:List)?\b|stringData|path["']?\s*:\s*["']?\/data\b/.test(text);
}

function* inMapping(value: Mapping, read: ReadFile): Generator<PlainSecret> {
  if (value.kind === "Secret" && (value.apiVersion === "v1" || value.apiVersion === undefined)) {
    yield* asPlain(value);
    return;
  }
  if (value.kind === "SecretList" && Array.isArray(value.items)) yield* value.items.filter(isMapping).flatMap(asPlain);
  if (isMapping(value.target)) yield* inPatch(value, value.target, read);
  for (const entry of Object.values(value)) yield* plainSecrets(entry, read);
}

function asPlain(secret: Mapping): readonly PlainSecret[] {
  const entries = openEntries(secret);
  return entries.length === 0 ? [] : [{ name: nameOf(mappingAt(secret, "metadata")), entries }];
}

function nameOf(metadata: Mapping): string {
  const [namespace, name = "?"] = [stringAt(metadata, "namespace"), stringAt(metadata, "name")];
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** A patch with a target, as kustomizations, Flux's Kustomizations and post-renderers of releases have it. */
function* inPatch(entry: Mapping, target: Mapping, read: ReadFile): Generator<PlainSecret> {
  const text = stringAt(entry, "patch") ?? read(stringAt(entry, "path") ?? "");
  if (text === undefined || !selectsSecrets(target)) return;
  for (const patch of parsed(text)) {
    const entries = Array.isArray(patch)
      ? patch.filter(isMapping).flatMap(openOperation)
      : openEntries(asMapping(patch));
    if (entries.length > 0) yield { name: nameOf(target), entries };
  }
}

/** A target's kind is an expression, and one without a kind selects all. */
function selectsSecrets({ kind }: Mapping): boolean {
  if (typeof kind !== "string") return true;
  try {
    return new RegExp(`^(?:${kind})$`).test("Secret");
  } catch {
    return false;
  }
}

/** `{ op: add, path: /stringData/password, value: … }`. */
function openOperation({ path, value }: Mapping): readonly string[] {
  const [, field, entry] = /^\/(stringData|data)(?:\/(.+))?$/.exec(typeof path === "string" ? path : "") ?? [];
  if (field === undefined) return [];
  if (entry !== undefined) return isOpen(value) ? [`${field}.${entry}`] : [];
  return openEntries({ [field]: value });
}

function asMapping(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

function parsed(text: string): readonly unknown[] {
  try {
    return parseManifests(text);
  } catch {
    return [];
  }
}
