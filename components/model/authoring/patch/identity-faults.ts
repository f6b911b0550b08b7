import type { Fault } from "../../issue";
import type { KubernetesObject } from "../../object";
import { fieldsOf } from "../../object";

const identity = [["apiVersion"], ["kind"], ["metadata", "name"], ["metadata", "namespace"]] as const;

/** Tells where a patch names another object than the one that it is for, which kustomize would change in its place. */
export function identityFaults(resource: string, base: KubernetesObject, patch: object): readonly Fault[] {
  return identity.flatMap(([field, inner]) => {
    const [wanted, is] = [patch, base].map((object) => {
      const value = fieldsOf(object)?.[field];
      return inner === undefined ? value : fieldsOf(value)?.[inner];
    });
    if (wanted === undefined || wanted === is) return [];
    const path = [field, ...(inner === undefined ? [] : [inner])].join(".");
    const message = `${path} is ${JSON.stringify(wanted)}, and a patch keeps what its object is called. Take it away.`;
    return [{ code: "renamed-object", resource: `${resource}.${path}`, message }];
  });
}
