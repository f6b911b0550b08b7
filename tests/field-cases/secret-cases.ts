import { soundTree, withObject } from "../components/validation/sound-tree";
import { apps, configMap, type FieldCase, kustomization, layerOf, over, overlay } from "./case";

const secret = (body: string): string => `apiVersion: v1\nkind: Secret\nmetadata: { name: s }\n${body}`;
const encrypted = "stringData: { a: 'ENC[AES256_GCM,data:x]' }\nsops: { age: [] }\n";
const decrypting = layerOf("  decryption: { provider: sops, secretRef: { name: sops-age } }\n");
const patchOf = (body: string, target = ""): string =>
  kustomization((text) =>
    text
      .replace("- namespace.yaml", "- namespace.yaml\n  - added.yaml")
      .replace("patches:\n", `patches:\n  - ${target}patch: |\n${body}`),
  );
const generator = (kind: string): string =>
  kustomization((text) => `${text}${kind}:\n  - name: c\n    files: [enc.env]\n`);
const encryptedFile = { "apps/staging/web/enc.env": "a=ENC[AES256_GCM,data:x]\nsops_version=3.13.3\n" };

/** Secrets that would be readable, or that nothing could read. */
export const secretCases: readonly FieldCase[] = [
  {
    number: 19,
    title: "a Secret in clear",
    files: withObject(secret("stringData: { a: hunter2 }\n")),
    rule: "plaintext-secret",
  },
  {
    number: 19,
    title: "a Secret of a list",
    files: withObject(
      `apiVersion: v1\nkind: List\nitems:\n  - ${secret("stringData: { a: hunter2 }\n").trimEnd().replace(/\n/g, "\n    ")}\n`,
    ),
    rule: "plaintext-secret",
  },
  {
    number: 19,
    title: "a value of an inline patch",
    files: over(withObject(configMap("  a: b\n")), {
      [overlay]: patchOf(
        "      apiVersion: v1\n      kind: Secret\n      metadata: { name: registry }\n      stringData: { a: hunter2 }\n",
      ),
    }),
    rule: "plaintext-secret",
  },
  {
    number: 19,
    title: "a value of a JSON patch",
    files: over(withObject(configMap("  a: b\n")), {
      [overlay]: patchOf(
        "      - op: add\n        path: /stringData\n        value: { a: hunter2 }\n",
        "target: { kind: Secret, name: registry }\n    ",
      ),
    }),
    rule: "plaintext-secret",
  },
  {
    number: 19,
    title: "a Secret copied without its sops block",
    files: withObject(secret("stringData: { a: 'ENC[AES256_GCM,data:x]' }\n")),
    rule: "patched-ciphertext",
  },
  {
    number: 19,
    title: "an encrypted Secret in a layer that does not decrypt",
    files: withObject(secret(encrypted)),
    rule: "undecrypted-secret",
  },
  {
    number: 19,
    title: "an encrypted file in a layer that does not decrypt",
    files: over(soundTree(), { [overlay]: generator("secretGenerator"), ...encryptedFile }),
    rule: "undecrypted-secret",
  },
  {
    number: 19,
    title: "an encrypted file of a ConfigMap",
    files: over(soundTree(), { [overlay]: generator("configMapGenerator"), [apps]: decrypting, ...encryptedFile }),
    rule: "undecrypted-secret",
  },
  {
    number: 19,
    title: "an encrypted file of a Secret",
    files: over(soundTree(), { [overlay]: generator("secretGenerator"), [apps]: decrypting, ...encryptedFile }),
  },
  {
    number: 19,
    title: "a patched encrypted Secret",
    files: over(withObject(secret(encrypted)), {
      [apps]: decrypting,
      [overlay]: patchOf(
        "      apiVersion: v1\n      kind: Secret\n      metadata: { name: s }\n      stringData: { b: hunter2 }\n",
      ),
    }),
    rule: "patched-ciphertext",
  },
];
