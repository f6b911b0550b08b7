import type { BuiltObject } from "../../kustomize/batch";
import type { KubernetesObject } from "../../model/object";
import type { Mapping } from "../read/fields";
import { isBuiltIn } from "../read/identity";
import { type Evaluate, loadExpressions } from "./cel/expressions";
import { hasRules, ruleFaults } from "./cel/rules";
import { coreValidator, type Validator } from "./core";
import { customKinds } from "./custom-kinds";
import type { SchemaFault } from "./fault";
import type { SoundBuilds } from "./sound-builds";
import { structuralFaults } from "./structural";

/** Checks an object of any kind; undefined where its schema is not known. */
export type SchemaCheck = (built: BuiltObject) => readonly SchemaFault[] | undefined;

const core = new Map<string, Promise<Validator | undefined>>();
let expressions: Promise<Evaluate> | undefined;

/** The schemas of everything that a cluster knows: Kubernetes' own kinds, and those that its CustomResourceDefinitions declare. */
export async function schemaCatalog(objects: readonly BuiltObject[], sound: SoundBuilds): Promise<SchemaCheck> {
  const validators = new Map<string, Validator>();
  for (const { apiVersion, kind, schema } of objects.flatMap(({ object }) => customKinds(object))) {
    if (schema !== undefined) validators.set(`${apiVersion} ${kind}`, await customValidator(schema));
  }
  const isSound = ({ object, unit }: BuiltObject): boolean => isBuiltIn(object) && sound.has(unit);
  for (const { object } of objects.filter((built) => isBuiltIn(built.object) && !isSound(built))) {
    const key = kindKey(object);
    if (validators.has(key)) continue;
    const loading = core.get(key) ?? coreValidator(object);
    core.set(key, loading);
    const validator = await loading;
    if (validator !== undefined) validators.set(key, validator);
  }
  const checked = new WeakMap<KubernetesObject, readonly SchemaFault[]>();
  return (built) => {
    const known = isSound(built) ? [] : checked.get(built.object);
    const faults = known ?? validators.get(kindKey(built.object))?.(built.object);
    if (faults !== undefined) checked.set(built.object, faults);
    return faults;
  };
}

/** As the API server does: rules are looked at once the object has the form of its kind. */
async function customValidator(schema: Mapping): Promise<Validator> {
  if (!hasRules(schema)) return (object) => structuralFaults(schema, object);
  expressions ??= loadExpressions();
  const evaluate = await expressions;
  return (object) => {
    const faults = structuralFaults(schema, object);
    return faults.length > 0 ? faults : ruleFaults(schema, object, evaluate);
  };
}

function kindKey({ apiVersion, kind }: KubernetesObject): string {
  return `${apiVersion} ${kind}`;
}
