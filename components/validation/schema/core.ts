import type { KubernetesObject } from "../../model/object";
import { at, isMapping } from "../read/fields";
import { groupOf, versionOf } from "../read/identity";
import { describeErrors } from "./errors";
import { fieldPath, type SchemaFault, unknownField } from "./fault";
import { shapeOf, watch } from "./watch";

/** Checks an object of one kind. */
export type Validator = (object: KubernetesObject) => readonly SchemaFault[];

/** The strict validator of a kind of Kubernetes itself, or undefined where this version of Kubernetes has no such kind. */
export async function coreValidator(object: KubernetesObject): Promise<Validator | undefined> {
  const group = groupOf(object);
  const folder = group === "" ? versionOf(object) : `${group}/${versionOf(object)}`;
  const validate = await loadValidate(`kubernetes-models/${folder}/${object.kind}`, object.kind);
  if (validate === undefined) return undefined;
  const known = new Set<string>();
  return (subject) => [
    ...faultsOf(() => {
      validate.call(subject);
    }),
    ...unknownFields(validate, subject, known),
  ];
}

type Validate = (this: unknown) => void;

async function loadValidate(module: string, kind: string): Promise<Validate | undefined> {
  try {
    const loaded: unknown = await import(module);
    const model = at(loaded, kind);
    if (typeof model !== "function") return undefined;
    const prototype: unknown = model.prototype;
    const validate = isMapping(prototype) ? prototype.validate : undefined;
    return typeof validate === "function" ? (validate as Validate) : undefined;
  } catch {
    return undefined;
  }
}

/** Fields that the package's validators leave out although the kinds have them. */
const leftOut = /\/(?:description|x-kubernetes-[a-z-]+)$/;

/** Fields are known or not whatever their values, so objects of a shape that has been seen without a fault need no second look. */
function unknownFields(validate: Validate, object: KubernetesObject, known: Set<string>): readonly SchemaFault[] {
  const shape = shapeOf(object);
  if (known.has(shape)) return [];
  const watched = watch(object);
  faultsOf(() => {
    validate.call(watched.value);
  });
  const unread = watched.unread().filter((pointer) => !leftOut.test(pointer));
  if (unread.length === 0) known.add(shape);
  return unread.map((pointer) => ({ field: fieldPath(pointer), problem: unknownField }));
}

/** The package's validators throw, with ajv's list of errors on the exception. */
function faultsOf(run: () => void): readonly SchemaFault[] {
  try {
    run();
    return [];
  } catch (cause) {
    const errors = typeof cause === "object" && cause !== null && "errors" in cause ? cause.errors : undefined;
    if (!Array.isArray(errors)) throw cause;
    return describeErrors(errors.filter(isMapping));
  }
}
