import { posix } from "node:path";
import { mappingList, stringList } from "../../../kustomize/tree/parse";
import { parseManifests } from "../../../manifests/yaml";
import type { Folders } from "../../../kustomize/tree/files";
import { isMapping, type Mapping, mappingAt, stringAt } from "../../read/fields";
import { type KustomizationFile, kustomizationsOf } from "../../read/kustomizations";
import type { Finding, TreeRule } from "../../rule";

const remedy = "encrypt it with SOPS (a sealed secret of the overlay), or fetch it with an ExternalSecret";

/** Whatever reaches Git stays there; a value that was committed has to be changed. */
export const plaintextSecret: TreeRule = {
  code: "plaintext-secret",
  scope: "tree",
  about: "every value of every Secret in the tree is encrypted",
  *check({ tree }) {
    for (const [path, content] of tree.files) {
      if (/\.ya?ml$/.test(path) && /kind["']?: ["']?Secret\b/.test(content)) yield* secretsIn(path, content);
    }
    for (const file of kustomizationsOf(tree)) yield* generators(tree, file);
  },
};

function secretsIn(path: string, content: string): readonly Finding[] {
  try {
    return parseManifests(content)
      .flatMap((object) =>
        isMapping(object) && Array.isArray(object.items) ? (object.items as readonly unknown[]) : [object],
      )
      .filter((object) => isMapping(object))
      .flatMap((object) =>
        plaintextEntries(object).map((entry) => ({
          path,
          resource: nameOf(object),
          message: `the value of ${entry} is not encrypted; ${remedy}`,
        })),
      );
  } catch {
    return [];
  }
}

/** Names of the entries whose values anyone can read; a variable that Flux substitutes in the cluster is no value. */
function plaintextEntries(object: Mapping): readonly string[] {
  if (object.kind !== "Secret" || object.apiVersion !== "v1") return [];
  return ["data", "stringData"].flatMap((field) =>
    Object.entries(mappingAt(object, field))
      .filter(
        ([, value]) =>
          typeof value !== "string" || (value !== "" && !value.startsWith("ENC[") && !/^\$\{\w+\}$/.test(value)),
      )
      .map(([key]) => `${field}.${key}`),
  );
}

function generators(tree: Folders, { path, folder, content }: KustomizationFile): readonly Finding[] {
  return mappingList(content.secretGenerator).flatMap((generator) => {
    const files = [
      ...stringList(generator.files),
      ...stringList(generator.envs),
      ...(typeof generator.env === "string" ? [generator.env] : []),
    ];
    const plain = files
      .map((file) => posix.join(folder, file.slice(file.indexOf("=") + 1)))
      .filter((file) => tree.files.has(file) && !/\bsops(?:_version=|["']?:)/.test(tree.files.get(file) ?? ""));
    const literals = stringList(generator.literals).length > 0 ? ["literals"] : [];
    return [...literals, ...plain].map((source) => ({
      path,
      resource: `Secret ${String(generator.name)}`,
      message: `secretGenerator takes ${source} as it is, not encrypted; ${remedy}`,
    }));
  });
}

function nameOf(object: Mapping): string {
  const namespace = stringAt(object, "metadata", "namespace");
  const name = stringAt(object, "metadata", "name") ?? "?";
  return `Secret ${namespace === undefined ? name : `${namespace}/${name}`}`;
}
