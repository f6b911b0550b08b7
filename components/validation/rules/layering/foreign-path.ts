import { normalFolder } from "../../../kustomize/tree/files";
import { describeObject } from "../../../model/object";
import type { GateEnvironment, PlacedObject } from "../../gate-input";
import { stringAt } from "../../read/fields";
import { isFluxKustomization } from "../../read/flux";
import type { EnvironmentRule } from "../../rule";

/** A cluster that is given another environment's folder prunes what it runs, and runs what it should not. */
export const foreignPath: EnvironmentRule = {
  code: "foreign-path",
  scope: "environment",
  about: "no Kustomization applies a folder of another environment",
  check(environment, { environments, absent }) {
    const { name, objects } = environment;
    const others = [...environments.map((one) => one.name), ...absent].filter((other) => other !== name);
    return objects.flatMap((placed) => {
      const folder = folderIn(environment, placed);
      const parts = folder?.split("/") ?? [];
      const [other] = parts.includes(name) ? [] : others.filter((one) => parts.includes(one));
      if (folder === undefined || other === undefined) return [];
      const message = `spec.path is ./${folder}, a folder of ${other}, in the cluster of ${name}; use the folder of ${name}`;
      return [{ path: placed.origin, resource: describeObject(placed.object), message }];
    });
  },
};

/** The folder of this repository that a Kustomization applies; a root that names another folder than its own is no layer. */
function folderIn({ layers }: GateEnvironment, { object }: PlacedObject): string | undefined {
  if (!isFluxKustomization(object)) return undefined;
  const layer = layers.find(({ kustomization }) => kustomization === object);
  return layer === undefined ? normalFolder(stringAt(object, "spec", "path") ?? ".") : layer.folder;
}
