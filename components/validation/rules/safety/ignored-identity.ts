import { placeholderAnnotation } from "../../../manifests/sealed-placeholder";
import { isDecryptionEntry } from "../../../model/flux/decryption-entry";
import type { KubernetesObject } from "../../../model/object";
import type { PlacedObject } from "../../gate-input";
import { at, mappingAt, mappingsAt, stringAt } from "../../read/fields";
import { namespaceOf } from "../../read/flux";
import type { EnvironmentRule, Finding } from "../../rule";

/** kustomize-controller tells keys by the names of their entries, and leaves out every other entry without a word. */
export const ignoredIdentity: EnvironmentRule = {
  code: "ignored-identity",
  scope: "environment",
  about: "every entry of a Secret that decrypts has a name that Flux reads, such as age.agekey",
  check({ layers, objects }) {
    const named = layers.flatMap(({ kustomization }) => {
      const name = stringAt(kustomization, "spec", "decryption", "secretRef", "name");
      return kustomization === undefined || name === undefined ? [] : [`${namespaceOf(kustomization)}/${name}`];
    });
    return objects.filter(({ object }) => named.includes(secretOf(object) ?? "")).flatMap(ignoredEntries);
  },
};

/** The Secret that an object is, or makes. */
function secretOf(object: KubernetesObject): string | undefined {
  const { name } = object.metadata;
  if (object.kind === "Secret") return `${namespaceOf(object)}/${name}`;
  if (object.kind !== "ExternalSecret") return undefined;
  return `${namespaceOf(object)}/${stringAt(object, "spec", "target", "name") ?? name}`;
}

function ignoredEntries({ object, origin }: PlacedObject): readonly Finding[] {
  const secret = secretOf(object) ?? "";
  return entriesOf(object)
    .filter((entry) => !isDecryptionEntry(entry))
    .map((entry) => ({
      path: origin,
      resource: `${object.kind} ${namespaceOf(object)}/${object.metadata.name}`,
      message: `Flux decrypts with Secret ${secret} and does not read its entry ${entry}: the name of an age identity ends in .agekey; call it ${entry.replace(/\.[^.]*$/, "")}.agekey`,
    }));
}

function entriesOf(object: KubernetesObject): readonly string[] {
  if (object.kind === "ExternalSecret") {
    const made = Object.keys(mappingAt(object, "spec", "target", "template", "data"));
    return made.length > 0 ? made : mappingsAt(object, "spec", "data").map(({ secretKey }) => String(secretKey));
  }
  const waiting = stringAt(object, "metadata", "annotations", placeholderAnnotation) ?? "";
  const held = ["data", "stringData"].flatMap((field) => Object.keys(Object(at(object, field)) as object));
  return [...held, ...waiting.split(",").filter((entry) => entry !== "")];
}
