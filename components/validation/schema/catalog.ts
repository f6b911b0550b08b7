import type { KubernetesObject } from "../../model/object";
import { isBuiltIn } from "../read/identity";
import { coreValidator, type Validator } from "./core";
import { customKinds } from "./custom-kinds";
import type { SchemaFault } from "./fault";
import { structuralFaults } from "./structural";

/** Checks an object of any kind; undefined where its schema is not known. */
export type SchemaCheck = (object: KubernetesObject) => readonly SchemaFault[] | undefined;

const core = new Map<string, Promise<Validator | undefined>>();

/** The schemas of everything that a cluster knows: Kubernetes' own kinds, and those that its CustomResourceDefinitions declare. */
export async function schemaCatalog(objects: readonly KubernetesObject[]): Promise<SchemaCheck> {
  const validators = new Map<string, Validator>();
  for (const { apiVersion, kind, schema } of objects.flatMap(customKinds)) {
    if (schema !== undefined) validators.set(`${apiVersion} ${kind}`, (object) => structuralFaults(schema, object));
  }
  for (const object of objects) {
    const key = kindKey(object);
    if (validators.has(key) || !isBuiltIn(object)) continue;
    const loading = core.get(key) ?? coreValidator(object);
    core.set(key, loading);
    const validator = await loading;
    if (validator !== undefined) validators.set(key, validator);
  }
  return (object) => validators.get(kindKey(object))?.(object);
}

function kindKey({ apiVersion, kind }: KubernetesObject): string {
  return `${apiVersion} ${kind}`;
}
