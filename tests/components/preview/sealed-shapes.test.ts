import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { fileTree, textFile, type SealedFile } from "../../../components/model/file-tree";
import { outdatedSeals } from "../../../components/preview/sealed-shapes";

const path = "apps/staging/web/token.sops.yaml";
const sealed = (entries: readonly string[], recipients: readonly string[] = ["age1a"]): SealedFile => ({
  kind: "sealed",
  environment: "staging",
  secret: {
    sealed: true,
    name: "token",
    namespace: "web",
    stringData: Object.fromEntries(entries.map((entry) => [entry, { secretKey: entry }])),
  },
  recipients,
});
const ciphertext = `apiVersion: v1
kind: Secret
metadata:
    name: token
    namespace: web
type: Opaque
stringData:
    user: ENC[AES256_GCM,data:x,type:str]
    token: ENC[AES256_GCM,data:y,type:str]
sops:
    age:
        - recipient: age1a
          enc: x
`;

describe("outdatedSeals", () => {
  const cases: readonly (readonly [string, SealedFile, string, boolean])[] = [
    ["fits", sealed(["token", "user"]), ciphertext, false],
    ["lacks an entry", sealed(["token", "user", "more"]), ciphertext, true],
    ["has an entry too many", sealed(["token"]), ciphertext, true],
    ["is for other recipients", sealed(["token", "user"], ["age1a", "age1b"]), ciphertext, true],
    ["is of another environment", { ...sealed(["token"]), environment: "production" }, ciphertext, false],
    ["is no ciphertext", sealed(["token"]), "kind: Secret\n", false],
    ["is no YAML", sealed(["token"]), "a: [", false],
  ];
  for (const [what, file, text, expected] of cases) {
    it(`${expected ? "finds" : "leaves out"} a file that ${what}`, () => {
      const tree = fileTree([
        [path, file],
        ["README.md", textFile("")],
      ]);
      assert.equal(outdatedSeals(tree, "staging", new Map([[path, text]])).has(path), expected);
    });
  }

  it("leaves out a file that nobody has sealed yet", () => {
    assert.equal(outdatedSeals(fileTree([[path, sealed(["token"])]]), "staging", new Map()).size, 0);
  });
});
