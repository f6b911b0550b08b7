import { posix } from "node:path";
import type { Folders } from "../../../kustomize/tree/files";
import { mappingList, stringList } from "../../../kustomize/tree/parse";
import { parseManifests } from "../../../manifests/yaml";
import type { PlacedObject } from "../../gate-input";
import { mappingAt } from "../../read/fields";
import { type KustomizationFile, kustomizationsOf } from "../../read/kustomize/kustomizations";
import { substitutedSecrets } from "./substituted-secret";
import { isSopsText, mayHoldSecret, openEntries, plainSecrets } from "./plain-secrets";
import type { Finding, TreeRule } from "../../rule";

const remedy = "encrypt it with SOPS (a sealed secret of the overlay), or fetch it with an ExternalSecret";

/** Whatever reaches Git stays there; a value that was committed has to be changed. */
export const plaintextSecret: TreeRule = {
  code: "plaintext-secret",
  scope: "tree",
  about: "every value of every Secret in the tree is encrypted",
  check({ tree, environments, unclaimed }) {
    const kustomizations = kustomizationsOf(tree);
    const read = new Set(kustomizations.map(({ path }) => path));
    const others = [...tree.files].filter(([path, content]) => !read.has(path) && isWorthReading(path, content));
    const found = [
      ...others.flatMap(([path, content]) => secretsIn(tree, path, manifestsOf(content))),
      ...kustomizations.flatMap((file) => secretsIn(tree, file.path, file.content)),
      ...kustomizations.flatMap((file) => generators(tree, file)),
    ];
    const built = [...environments, ...unclaimed.map(({ build }) => build)].flatMap(({ objects }) => objects);
    const substituted = environments.flatMap(substitutedSecrets);
    return [
      ...found.map((finding) => placed(finding, built)),
      ...substituted,
      ...built.flatMap((object) => secretBuilt(object, found)),
    ];
  },
};

/** Where the file leaves the namespace to a kustomization, it is that of the built object, if it is the same wherever it is built. */
function placed(finding: Finding, built: readonly Omit<PlacedObject, "layer">[]): Finding {
  const name = finding.resource?.replace(/^Secret /, "") ?? "";
  if (name.includes("/")) return finding;
  const named = built.filter(({ object: { kind, metadata } }) => {
    const isHashed =
      metadata.name.startsWith(`${name}-`) && /^[a-z0-9]{10}$/.test(metadata.name.slice(name.length + 1));
    return kind === "Secret" && (metadata.name === name || isHashed);
  });
  const own = named.filter(({ origin }) => origin === finding.path);
  const namespaces = new Set((own.length > 0 ? own : named).map(({ object }) => object.metadata.namespace));
  const [namespace] = namespaces;
  return namespaces.size !== 1 || namespace === undefined
    ? finding
    : { ...finding, resource: `Secret ${namespace}/${name}` };
}

function isWorthReading(path: string, content: string): boolean {
  return /\.(ya?ml|json)$/.test(path) && mayHoldSecret(content);
}

function secretsIn(tree: Folders, path: string, content: unknown): readonly Finding[] {
  const read = (file: string): string | undefined => tree.files.get(posix.join(posix.dirname(path), file));
  return [...plainSecrets(content, read)].flatMap(({ name, entries }) =>
    entries.map((entry) => ({
      path,
      resource: `Secret ${name}`,
      message: `the value of ${entry} is not encrypted; ${remedy}`,
    })),
  );
}

/** A text that is no YAML is reported by whatever builds it; and nothing else reads it. */
function manifestsOf(content: string): readonly unknown[] {
  try {
    return parseManifests(content);
  } catch {
    return [];
  }
}

/** What generators, patches, replacements and transformers make of a Secret, where no file says so by itself. */
function secretBuilt({ object, origin }: Omit<PlacedObject, "layer">, found: readonly Finding[]): readonly Finding[] {
  if (object.kind !== "Secret" || object.apiVersion !== "v1" || "sops" in object) return [];
  const { name, namespace } = object.metadata;
  const isKnown = ({ path, resource = "" }: Finding): boolean =>
    path === origin || name.startsWith(resource.replace(/^Secret (.*\/)?/, ""));
  const data = mappingAt(object, "data");
  const entries = openEntries(object).filter((entry) => !isSealedFile(data[entry.replace(/^data\./, "")]));
  if (entries.length === 0 || found.some(isKnown)) return [];
  return [
    {
      path: origin,
      resource: `Secret ${namespace === undefined ? name : `${namespace}/${name}`}`,
      message: `${entries.join(", ")} ${entries.length === 1 ? "is" : "are"} not encrypted once built; ${remedy}`,
    },
  ];
}

/** Flux decrypts the files of a generator before it builds: their ciphertext is what the entry holds here, encoded. */
function isSealedFile(value: unknown): boolean {
  return typeof value === "string" && isSopsText(Buffer.from(value, "base64").toString());
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
      .filter((file) => tree.files.has(file) && !isSopsText(tree.files.get(file) ?? ""));
    const literals = stringList(generator.literals).length > 0 ? ["literals"] : [];
    return [...literals, ...plain].map((source) => ({
      path,
      resource: `Secret ${String(generator.name)}`,
      message: `secretGenerator takes ${source} as it is, not encrypted; ${remedy}`,
    }));
  });
}
