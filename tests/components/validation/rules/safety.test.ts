import { appended, edited, withObject } from "../sound-tree";
import { breaking, passing } from "../table";

const overlay = "apps/staging/web/kustomization.yaml";
const apps = "clusters/staging/apps.yaml";
const secret = (values: string, more = ""): string =>
  `apiVersion: v1\nkind: Secret\nmetadata:\n  name: token\nstringData:\n${values}${more}`;
const sops =
  "sops:\n  age: []\n  lastmodified: '2026-01-01T00:00:00Z'\n  mac: ENC[AES256_GCM,data:x,type:str]\n  version: 3.13.3\n";
const decryption = "  decryption:\n    provider: sops\n";
const decrypting = edited(apps, "  prune: true\n", `  prune: true\n${decryption}`).get(apps) ?? "";

describe("rules about safety", () => {
  breaking([
    {
      title: "a Secret in plain text",
      files: withObject(secret("  value: hunter2\n")),
      code: "plaintext-secret",
      path: "apps/staging/web/added.yaml",
      resource: "Secret web/token",
      message: /^the value of stringData.value is not encrypted; encrypt it with SOPS/,
    },
    {
      title: "a generator of plain Secrets",
      files: appended(overlay, `secretGenerator:\n  - name: token\n    literals: [value=hunter2]\n`),
      code: "plaintext-secret",
      path: overlay,
      resource: "Secret token",
      message: /secretGenerator takes literals as it is/,
    },
    {
      title: "an encrypted Secret in a layer without decryption",
      files: withObject(secret("  value: ENC[AES256_GCM,data:x,type:str]\n", sops)),
      code: "undecrypted-secret",
      path: "apps/staging/web/added.yaml",
      resource: "Secret web/token",
      message: /layer apps \(clusters\/staging\/apps.yaml\) has no decryption; set spec.decryption/,
    },
    {
      title: "a patch whose target matches nothing",
      files: edited(overlay, "      name: web\n", "      name: wep\n"),
      code: "unmatched-patch",
      path: overlay,
      message: /the target of replicas-patch.yaml \(kind Deployment, name wep\) matches no object.*Deployment web/,
    },
    {
      title: "a patch of a Flux Kustomization whose target matches nothing",
      files: appended(apps, `  patches:\n    - target: { kind: StatefulSet }\n      patch: '[]'\n`),
      code: "unmatched-patch",
      path: apps,
      resource: "Kustomization flux-system/apps",
      message: /the target of patches\[0\] \(kind StatefulSet\) matches no object/,
    },
    {
      title: "a patch that deletes everything",
      files: edited(
        overlay,
        "patches:\n",
        "patches:\n  - target: {}\n    patch: |-\n      $patch: delete\n      kind: any\n      metadata: { name: any }\n",
      ),
      code: "delete-everything",
      path: overlay,
      message: /^patches\[0\] deletes \(\$patch: delete\) with an empty target/,
    },
    {
      title: "an image that no container has",
      files: edited(overlay, "name: example/web", "name: example/wep"),
      code: "unmatched-image",
      path: overlay,
      message: /images names example\/wep, which no container here has.*images here: example\/web/,
    },
    {
      title: "a namespace that renames a Namespace",
      files: edited(
        "apps/base/web/objects.yaml",
        "apiVersion: v1\nkind: Service\n",
        "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: other\n---\napiVersion: v1\nkind: Service\n",
      ),
      code: "renamed-namespace",
      path: overlay,
      resource: "Namespace other",
      message: /namespace: web renames Namespace other to web/,
    },
  ]);
  passing([
    {
      title: "an encrypted Secret in a layer that decrypts",
      files: withObject(secret("  value: ENC[AES256_GCM,data:x,type:str]\n", sops)).set(apps, decrypting),
    },
    {
      title: "a Secret without values, which waits to be sealed",
      files: withObject(secret("").replace("stringData:\n", "")),
    },
    {
      title: "a target that is a regular expression",
      files: edited(overlay, "      name: web\n", "      name: w.*\n"),
    },
    { title: "an image by a regular expression", files: edited(overlay, "name: example/web", "name: example/w.b") },
  ]);
});
