import type { BuiltObject } from "../../kustomize/batch";
import type { KubernetesObject } from "../../model/object";
import { isBuiltIn } from "../read/identity";
import { coreValidator, type Validator } from "./core";
import { customKinds } from "./custom-kinds";
import type { SchemaFault } from "./fault";
import type { SoundBuilds } from "./sound-builds";
import { structuralFaults } from "./structural";

/** Checks an object of any kind; undefined where its schema is not known. */
export type SchemaCheck = (built: BuiltObject) => readonly SchemaFault[] | undefined;

const core = new Map<string, Promise<Validator | undefined>>();

/** The schemas of everything that a cluster knows: Kubernetes' own kinds, and those that its CustomResourceDefinitions declare. */
export async function schemaCatalog(objects: readonly BuiltObject[], sound: SoundBuilds): Promise<SchemaCheck> {
  const validators = new Map<string, Validator>();
  for (const { apiVersion, kind, schema } of objects.flatMap(({ object }) => customKinds(object))) {
    if (schema !== undefined) validators.set(`${apiVersion} ${kind}`, (object) => structuralFaults(schema, object));
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

function kindKey({ apiVersion, kind }: KubernetesObject): string {
  return `${apiVersion} ${kind}`;
}
