import { posix } from "node:path";
import type { KubernetesObject } from "../../../model/object";
import { isMapping } from "../../tree/parse";
import { patchBody, targetOf } from "../patch-body";
import { nameOf, pathIn } from "../piece";
import type { Refusal } from "../refusal";
import type { Problem } from "./explain";
import { yamlProblem } from "./manifest";
import { operationProblem } from "./operation";
import { type NamedId, objectsHere, readId } from "./words";

/** What is wrong with a patch: its text, the object that it is about, or what it does there. */
export function patchProblem(refusal: Refusal): Problem {
  const { folder, files, piece, reason, before } = refusal;
  const name = pathIn(piece);
  const path = name === undefined ? undefined : posix.join(folder, name);
  const at = path !== undefined && files.has(path) ? { path } : {};
  const label = path !== undefined && files.has(path) ? "" : `${nameOf(piece)} `;
  const body = patchBody(piece, (file) => files.get(posix.join(folder, file)));
  const malformed = yamlProblem(body);
  if (malformed !== undefined) return { ...at, text: `${label}${malformed}` };
  const id = /no (?:resource )?matches|failed to find/.test(reason) ? readId(reason) : undefined;
  if (id !== undefined) {
    const resource = `${id.kind} ${id.name}`;
    const close = nearMiss(id, before);
    const remedy =
      close ?? `objects here: ${objectsHere(before, resource)}; correct kind and metadata.name, or take the patch away`;
    return { ...at, resource, text: `${label}patches ${resource}, which ${folder} does not have; ${remedy}` };
  }
  if (/must specify a target/.test(reason))
    return { ...at, text: `${label}is a list of operations without a target; name kind and name under target` };
  const target = targetOf(piece, before);
  const about = target === undefined ? {} : { resource: described(target) };
  if (/unable to parse SM or JSON patch|missing Resource metadata/.test(reason))
    return {
      ...at,
      text: `${label}is neither a patch of apiVersion, kind and metadata.name nor a list of operations; complete it`,
    };
  const silent = target?.kind === "Secret";
  const operation = operationProblem(refusal, body, target);
  if (operation !== undefined) return { ...at, ...about, silent, text: `${label}${operation}` };
  return { ...at, ...about, silent, text: `${label}cannot be applied; correct it, or take it away` };
}

/** What tells the patch from an object of its very kind and name. */
function nearMiss({ kind, name, apiVersion, namespace }: NamedId, before: Refusal["before"]): string | undefined {
  const alike = before.find(({ object }) => object.kind === kind && object.metadata.name === name)?.object;
  if (alike === undefined) return undefined;
  if (alike.apiVersion !== apiVersion)
    return `the one here has apiVersion ${alike.apiVersion}, and the patch ${apiVersion}; make the two equal`;
  const own = alike.metadata.namespace;
  if (own === namespace) return undefined;
  const patched = namespace === undefined ? "no namespace" : `namespace ${namespace}`;
  return own === undefined
    ? `the one here has no namespace, and the patch ${patched}; take metadata.namespace out of the patch`
    : `the one here has namespace ${own}, and the patch ${patched}; give the patch metadata.namespace: ${own}`;
}

function described(object: KubernetesObject): string {
  const { namespace, name } = object.metadata;
  return isMapping(object) && namespace !== undefined
    ? `${object.kind} ${namespace}/${name}`
    : `${object.kind} ${name}`;
}
