import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { collect } from "../../../../components/validation/collect";
import { runRules } from "../../../../components/validation/judge";
import { builtInRules } from "../../../../components/validation/rules";
import { plainBuilder } from "../plain-builder";
import { appended, edited, soundTree, withObject, type Files } from "../sound-tree";
import { issuesOf } from "../table";

const overlay = "apps/staging/web/kustomization.yaml";
const apps = "clusters/staging/apps.yaml";
const sealed = "ENC[AES256_GCM,data:x,type:str]";

/** Files of the overlay that nothing builds: whatever reaches Git counts. */
const beside = (name: string, content: string): Files => soundTree().set(`apps/staging/web/${name}`, content);
const plain = async (files: Files): Promise<readonly string[]> =>
  (await issuesOf(files))
    .filter(({ code }) => code === "plaintext-secret")
    .map(({ path, resource, message }) => `${path}: ${resource ?? ""}: ${message.split(";")[0] ?? ""}`);

describe("a Secret in plain text", () => {
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "token" }, stringData: { value: "hunter2" } };
  const json = JSON.stringify(secret);
  const said = "Secret token: the value of stringData.value is not encrypted";
  const hidden: readonly (readonly [string, string, string])[] = [
    ["compact JSON in a YAML file", "a.yaml", json],
    ["a JSON file", "a.json", json],
    [
      "flow style, with spaces",
      "a.yaml",
      "{apiVersion: v1, kind:   Secret, metadata: {name: token}, stringData: {value: 1}}",
    ],
    ["a List", "a.yaml", JSON.stringify({ apiVersion: "v1", kind: "List", items: [secret] })],
    ["a List in a List", "a.yaml", JSON.stringify({ kind: "List", items: [{ kind: "List", items: [secret] }] })],
    [
      "a SecretList, whose items need no kind",
      "a.yaml",
      JSON.stringify({
        kind: "SecretList",
        items: [{ metadata: { name: "token" }, stringData: { value: "hunter2" } }],
      }),
    ],
    ["the second document", "a.yaml", `kind: ConfigMap\n---\n${json}\n`],
    ["a merge key", "a.yaml", `base: &base { kind: Secret, apiVersion: v1 }\nobject: { <<: *base, ${json.slice(1)}`],
    [
      "a value of a chart",
      "a.yaml",
      JSON.stringify({ kind: "HelmRelease", spec: { values: { extraObjects: [secret] } } }),
    ],
    ["a text value of a chart", "a.yaml", JSON.stringify({ kind: "HelmRelease", spec: { values: { extra: json } } })],
    ["a manifest within a ConfigMap", "a.yaml", JSON.stringify({ kind: "ConfigMap", data: { "job.yaml": json } })],
    [
      "a patch of a post-renderer",
      "a.yaml",
      JSON.stringify({ kind: "HelmRelease", spec: { postRenderers: [{ kustomize: { patches: [{ patch: json }] } }] } }),
    ],
  ];
  for (const [title, name, content] of hidden) {
    it(`is found in ${title}`, async () => {
      assert.deepEqual(await plain(beside(name, content)), [`apps/staging/web/${name}: ${said}`]);
    });
  }

  const operation = "[{ op: add, path: /stringData/value, value: hunter2 }]";
  const patches: readonly (readonly [string, Files])[] = [
    ["an inline patch", appended(overlay, `  - patch: '${json}'\n`)],
    [
      "the operations of an inline patch",
      appended(overlay, `  - target: { kind: Secret, name: token }\n    patch: '${operation}'\n`),
    ],
    [
      "operations in a file, for a kind that an expression selects",
      appended(overlay, "  - target: { kind: Sec.*, name: token }\n    path: patch.yaml\n").set(
        "apps/staging/web/patch.yaml",
        operation,
      ),
    ],
    [
      "an operation that sets all entries",
      appended(
        overlay,
        `  - target: { name: token }\n    patch: '[{ op: add, path: /stringData, value: { value: x } }]'\n`,
      ),
    ],
    [
      "a merge patch whose kind only the target tells",
      appended(
        overlay,
        "  - target: { kind: Secret, name: token }\n    patch: '{ kind: any, stringData: { value: x } }'\n",
      ),
    ],
    ["a merge patch of old", appended(overlay, `patchesStrategicMerge:\n  - '${json}'\n`)],
    [
      "a patch of Flux's own Kustomization",
      appended(apps, `  patches:\n    - target: { kind: Secret, name: token }\n      patch: '${operation}'\n`),
    ],
  ];
  for (const [title, files] of patches) {
    it(`is found in ${title}`, async () => {
      assert.deepEqual(
        (await plain(files)).map((line) => line.replace(/^\S+ /, "")),
        [said],
      );
    });
  }

  it("is found in what a build makes, where no file says so by itself", async () => {
    const made = { ...secret, metadata: { name: "copied", namespace: "web" } };
    const input = await collect({ files: soundTree(), build: plainBuilder });
    const [environment] = input.environments;
    const [layer] = environment?.layers ?? [];
    assert.ok(environment !== undefined && layer !== undefined);
    const sops = Buffer.from(`{ "data": "${sealed}", "sops": {} }`).toString("base64");
    const generated = { ...secret, stringData: undefined, data: { file: sops }, metadata: { name: "generated" } };
    const placed = [made, generated].map((object) => ({ object, origin: overlay, layer }));
    const issues = runRules(
      builtInRules.filter(({ code }) => code === "plaintext-secret"),
      { ...input, environments: [{ ...environment, objects: [...environment.objects, ...placed] }] },
    );
    assert.deepEqual(
      issues.map(({ path, resource, message }) => [path, resource, message.split(";")[0]]),
      [[overlay, "Secret web/copied", "stringData.value is not encrypted once built"]],
    );
  });

  it("is found in the variables that Flux puts into it", async () => {
    const withVariable = { ...secret, stringData: { value: "${TOKEN}" } };
    const substituting = (postBuild: string): Files =>
      withObject(JSON.stringify(withVariable)).set(
        apps,
        edited(apps, "  prune: true\n", `  prune: true\n  postBuild: ${postBuild}\n`).get(apps) ?? "",
      );
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "v", namespace: "flux-system" }, data: {} };
    const from = substituting("{ substituteFrom: [{ kind: ConfigMap, name: v }] }");
    const infrastructure = "clusters/staging/infrastructure.yaml";
    const giving = (data: object): string =>
      appended(infrastructure, `---\n${JSON.stringify({ ...map, data })}\n`).get(infrastructure) ?? "";
    const found = "the value of stringData.value is that of ${TOKEN}, which stands in clear in";
    assert.deepEqual(await plain(substituting("{ substitute: { TOKEN: hunter2 } }")), [
      `${apps}: Secret web/token: ${found} spec.postBuild.substitute`,
    ]);
    assert.deepEqual(await plain(new Map(from).set(infrastructure, giving({ TOKEN: "hunter2" }))), [
      `${infrastructure}: Secret web/token: ${found} ConfigMap flux-system/v`,
    ]);
    assert.deepEqual(await plain(new Map(from).set(infrastructure, giving({ OTHER: "hunter2" }))), []);
    assert.deepEqual(await plain(substituting("{ substituteFrom: [{ kind: Secret, name: v }] }")), []);
  });

  it("is told from what merely speaks of Secrets", async () => {
    const harmless = [
      { kind: "HelmRelease", spec: { valuesFrom: [{ kind: "Secret", name: "values" }] } },
      { ...secret, stringData: { value: sealed, other: "${VARIABLE}", none: "" } },
      { kind: "Role", rules: [{ resources: ["secrets"], verbs: ["get"] }], note: "kind: Secret" },
      { kind: "ConfigMap", data: { text: "the kind: Secret has stringData" } },
    ];
    for (const object of harmless) assert.deepEqual(await plain(beside("a.yaml", JSON.stringify(object))), []);
  });
});
