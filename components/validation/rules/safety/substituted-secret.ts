import { describeObject } from "../../../model/object";
import type { GateEnvironment, PlacedObject } from "../../gate-input";
import { at, mappingAt, mappingsAt, stringAt } from "../../read/fields";
import { namespaceOf } from "../../read/flux";
import type { Finding } from "../../rule";

/** Values that Flux puts into a Secret from variables, where those stand in clear in the tree. */
export function substitutedSecrets(environment: GateEnvironment): readonly Finding[] {
  return environment.objects.flatMap((placed) => {
    const { object, layer } = placed;
    if (object.kind !== "Secret" || object.apiVersion !== "v1") return [];
    return variablesOf(object).flatMap(({ entry, variable }) => {
      const place = placeInClear(environment, placed, variable);
      if (place === undefined) return [];
      const message = `the value of ${entry} is that of \${${variable}}, which stands in clear in ${place.what}; give it by a Secret that SOPS has encrypted, in substituteFrom of layer ${layer.name}`;
      return [{ path: place.path, resource: describeObject(object), message }];
    });
  });
}

function variablesOf(secret: PlacedObject["object"]): readonly { entry: string; variable: string }[] {
  return ["data", "stringData"].flatMap((field) =>
    Object.entries(mappingAt(secret, field)).flatMap(([key, value]) => {
      const variable = typeof value === "string" ? /^\$\{(\w+)\}$/.exec(value)?.[1] : undefined;
      return variable === undefined ? [] : [{ entry: `${field}.${key}`, variable }];
    }),
  );
}

/** What is set inline wins over what other objects give. */
function placeInClear(
  environment: GateEnvironment,
  { layer }: PlacedObject,
  variable: string,
): { readonly path: string; readonly what: string } | undefined {
  const { kustomization, origin } = layer;
  if (kustomization === undefined) return undefined;
  const inline = at(kustomization, "spec", "postBuild", "substitute", variable);
  if (inline !== undefined && inline !== "") return { path: origin, what: "spec.postBuild.substitute" };
  for (const source of mappingsAt(kustomization, "spec", "postBuild", "substituteFrom")) {
    const [kind, name] = [stringAt(source, "kind"), stringAt(source, "name")];
    if (kind !== "ConfigMap" || name === undefined) continue;
    const maps = environment.find({ kind, name, namespace: namespaceOf(kustomization) });
    const holder = maps.find(({ object }) => at(object, "data", variable) !== undefined);
    if (holder !== undefined) return { path: holder.origin, what: describeObject(holder.object) };
  }
  return undefined;
}
