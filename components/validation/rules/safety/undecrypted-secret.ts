import { posix } from "node:path";
import { reachableFiles } from "../../../kustomize/tree/closure";
import type { Folders } from "../../../kustomize/tree/files";
import { mappingList, stringList } from "../../../kustomize/tree/parse";
import { describeObject } from "../../../model/object";
import type { GateLayer } from "../../gate-input";
import { at, type Mapping, stringAt } from "../../read/fields";
import { kustomizationsOf } from "../../read/kustomize/kustomizations";
import type { EnvironmentRule, Finding } from "../../rule";

/** Without decryption the ciphertext itself would be applied. */
export const undecryptedSecret: EnvironmentRule = {
  code: "undecrypted-secret",
  scope: "environment",
  about: "every layer with an encrypted object or file has SOPS decryption set",
  check({ objects, layers }, { tree }) {
    const own = objects
      .filter(
        ({ object, layer }) =>
          at(object, "sops") !== undefined &&
          stringAt(layer.kustomization, "spec", "decryption", "provider") !== "sops",
      )
      .map(({ object, origin, layer }) => ({
        path: origin,
        resource: describeObject(object),
        message: `is encrypted, but layer ${layer.name} (${layer.origin}) has no decryption; set spec.decryption with provider sops and the Secret that holds the identity`,
      }));
    return [...own, ...layers.flatMap((layer) => encryptedSources(tree, layer))];
  },
};

/** Files of generators and patches, which Flux decrypts before it builds: those of ConfigMaps never. */
function encryptedSources(tree: Folders, { name, folder, kustomization, origin }: GateLayer): readonly Finding[] {
  if (folder === undefined || kustomization === undefined) return [];
  const decrypts = stringAt(kustomization, "spec", "decryption", "provider") === "sops";
  const read = reachableFiles(tree, folder);
  return kustomizationsOf(tree)
    .filter(({ path }) => read.includes(path))
    .flatMap(({ path, folder: own, content }) => {
      const encrypted = (files: readonly string[]): readonly string[] =>
        files
          .map((file) => posix.join(own, file.slice(file.indexOf("=") + 1)))
          .filter((file) => isEncryptedFile(tree.files.get(file)));
      const secrets = mappingList(content.secretGenerator).flatMap(sourcesOf);
      const patches = mappingList(content.patches).flatMap(({ path: file }) =>
        typeof file === "string" ? [file] : [],
      );
      const readable = decrypts ? [] : encrypted([...secrets, ...patches]);
      const never = encrypted(mappingList(content.configMapGenerator).flatMap(sourcesOf));
      return [
        ...readable.map((file) => ({
          path,
          resource: describeObject(kustomization),
          message: `reads ${file}, which is encrypted, but layer ${name} (${origin}) has no decryption; set spec.decryption with provider sops and the Secret that holds the identity`,
        })),
        ...never.map((file) => ({
          path,
          resource: describeObject(kustomization),
          message: `configMapGenerator takes ${file}, which is encrypted and which Flux decrypts for Secrets alone; use secretGenerator`,
        })),
      ];
    });
}

function sourcesOf(generator: Mapping): readonly string[] {
  return [...stringList(generator.files), ...stringList(generator.envs), generator.env].filter(
    (file) => typeof file === "string",
  );
}

function isEncryptedFile(content = ""): boolean {
  return /(?:^|\n)["']?sops["']?\s*:|"sops"\s*:|^sops_version=/m.test(content) && content.includes("ENC[");
}
