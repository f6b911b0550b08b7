import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { placeholderAnnotation } from "../../../../components/manifests/sealed-placeholder";
import { appended, edited, withObject, type Files } from "../sound-tree";
import { breaking, issuesOf, passing } from "../table";

const apps = "clusters/staging/apps.yaml";

describe("the Secret that Flux decrypts with", () => {
  const decrypting = edited(
    apps,
    "  prune: true\n",
    "  prune: true\n  decryption:\n    provider: sops\n    secretRef:\n      name: sops-age\n",
  ).get(apps);
  const tree = (object: object): Files =>
    appended("clusters/staging/infrastructure.yaml", `---\n${JSON.stringify(object)}\n`).set(apps, decrypting ?? "");
  const metadata = { name: "sops-age", namespace: "flux-system" };
  const secret = (entries: readonly string[]): object => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata,
    stringData: Object.fromEntries(entries.map((entry) => [entry, "${IDENTITY}"])),
  });
  const waiting = (entries: string): object => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { ...metadata, annotations: { [placeholderAnnotation]: entries } },
  });
  const message =
    /^Flux decrypts with Secret flux-system\/sops-age and does not read its entry old-key.txt.*call it old-key\.agekey$/;
  const expected = { code: "ignored-identity", path: "clusters/staging/infrastructure.yaml", message };
  const resource = "Secret flux-system/sops-age";
  breaking([
    { ...expected, title: "one of two identities", files: tree(secret(["age.agekey", "old-key.txt"])), resource },
    { ...expected, title: "one that is to be sealed", files: tree(waiting("age.agekey,old-key.txt")), resource },
  ]);
  passing([
    { title: "several identities", files: tree(secret(["age.agekey", "age-2.agekey"])) },
    { title: "a PGP key and a key service", files: tree(secret(["key.asc", "sops.vault-token"])) },
    {
      title: "another Secret",
      files: tree({ ...secret(["key.txt"]), metadata: { ...metadata, name: "other" } }),
    },
  ]);

  it("may be made by an ExternalSecret, whose entries count as well", async () => {
    const files = tree({
      apiVersion: "external-secrets.io/v1",
      kind: "ExternalSecret",
      metadata: { name: "identity", namespace: "flux-system" },
      spec: { target: { name: "sops-age" }, data: [{ secretKey: "old-key.txt", remoteRef: { key: "age" } }] },
    });
    const issues = (await issuesOf(files)).filter(({ code }) => code === "ignored-identity");
    assert.deepEqual(
      issues.map((issue) => issue.resource),
      ["ExternalSecret flux-system/identity"],
    );
    assert.match(issues[0]?.message ?? "", message);
  });

  it("is not the Secret of a single app", async () => {
    const files = withObject(JSON.stringify({ ...secret(["key.txt"]), metadata: { name: "sops-age" } }));
    assert.deepEqual(
      (await issuesOf(files)).filter(({ code }) => code === "ignored-identity"),
      [],
    );
  });
});
