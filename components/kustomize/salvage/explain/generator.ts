import { posix } from "node:path";
import { isMapping, stringList } from "../../tree/parse";
import { nameOf } from "../piece";
import type { Refusal } from "../refusal";
import type { Problem } from "./explain";

const kinds: Readonly<Record<string, string>> = { configMapGenerator: "ConfigMap", secretGenerator: "Secret" };

/** What is wrong with an entry of configMapGenerator or secretGenerator. */
export function generatorProblem(refusal: Refusal): Problem | undefined {
  const { piece, reason } = refusal;
  const kind = kinds[piece.field];
  if (kind === undefined || !isMapping(piece.value)) return undefined;
  const entry = piece.value;
  const name = typeof entry.name === "string" && entry.name !== "" ? entry.name : undefined;
  const silent = kind === "Secret";
  const about = { ...(name === undefined ? {} : { resource: `${kind} ${name}` }), silent };
  const listed = nameOf(piece);
  if (name === undefined) return { ...about, text: `${listed} has no name; give it one` };
  const missing = missingFiles(refusal, entry);
  if (missing.length > 0)
    return {
      ...about,
      text: `${listed} reads ${missing.join(", ")}, which does not exist; correct the path, or add the file`,
    };
  const repeated = /illegally repeats the key `([^`]*)`/.exec(reason)?.[1];
  if (repeated !== undefined)
    return { ...about, text: `${listed} gives the entry ${repeated} twice; keep one of them` };
  const index = stringList(entry.literals).findIndex((literal) => !/^[^=]+=/.test(literal));
  if (index >= 0) {
    const literal = silent ? `literals[${index}]` : `literals[${index}] "${stringList(entry.literals)[index] ?? ""}"`;
    return { ...about, text: `${listed}: ${literal} is not of the form key=value; correct it` };
  }
  if (/must be merge or replace/.test(reason))
    return {
      ...about,
      text: `${listed} makes ${kind} ${name}, which is there already; set behavior: merge or replace, or name it differently`,
    };
  return { ...about, text: `${listed} cannot make ${kind} ${name}; correct its entry` };
}

function missingFiles({ folder, files }: Refusal, entry: Readonly<Record<string, unknown>>): readonly string[] {
  const env = typeof entry.env === "string" ? [entry.env] : [];
  const named = [
    ...stringList(entry.files).map((text) => text.slice(text.indexOf("=") + 1)),
    ...stringList(entry.envs),
    ...env,
  ];
  return named.filter((name) => !files.has(posix.join(folder, name))).map((name) => `"${name}"`);
}
