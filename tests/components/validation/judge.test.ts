import assert from "node:assert/strict";
import type { Issue } from "../../../components/model/issue";
import type { Rule } from "../../../components/validation/rule";
import { judge, judgement, type JudgeInput } from "../../../components/validation/judge";
import { kustomizeForTests } from "../kustomize/tool";
import { appended, changed, edited, type Files, soundTree, withObject } from "./sound-tree";

const overlay = "apps/staging/web/kustomization.yaml";

describe("judge", () => {
  let tool = "";
  before(async () => {
    tool = await kustomizeForTests();
  });
  const issuesOf = (tree: Files, more: Partial<JudgeInput> = {}): Promise<readonly Issue[]> =>
    judge({ tree, build: { tool }, ...more });

  it("finds nothing wrong with a sound tree, and says how much it looked at", async () => {
    const judged = await judgement({ tree: soundTree(), build: { tool } });
    assert.deepEqual(judged.issues, []);
    assert.deepEqual(judged.environments, ["staging"]);
    assert.equal(judged.objects, 20);
  });

  it("reports everything at once, sorted by path", async () => {
    const tree = edited("apps/base/web/deployment.yaml", "claimName: web", "claimName: data")
      .set("infrastructure/staging/more.yaml", "a: b\n")
      .set("apps/staging/broken/kustomization.yaml", "resources: [nowhere.yaml]\n")
      .set("apps/staging/kustomization.yaml", "resources: [web, broken]\n");
    const issues = await issuesOf(tree);
    assert.deepEqual(
      issues.map(({ code, path }) => `${path} ${code}`),
      [
        "apps/base/web/deployment.yaml missing-claim",
        "apps/staging/broken/kustomization.yaml build-failed",
        "infrastructure/staging/more.yaml stray-file",
      ],
    );
    assert.equal(
      issues[1]?.message,
      'resources[0] lists "nowhere.yaml", which does not exist; correct the path, add the file, or take the entry away',
    );
  });

  it("builds the folders of an environment that is not part of the tree, which share the bases", async () => {
    const tree = changed({
      "apps/production/kustomization.yaml": "resources: [web]\n",
      "apps/production/web/kustomization.yaml": "resources: [../../base/web]\npatches: [{ path: patch.yaml }]\n",
      "apps/production/web/patch.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: gone }\n",
    });
    const issues = await issuesOf(tree, { environments: ["staging", "production"], environment: "staging" });
    assert.deepEqual(
      issues.map(({ code, path }) => [code, path]),
      [["build-failed", "apps/production/web/patch.yaml"]],
    );
  });

  it("sees a name that only kustomize knows: hashed, and not carried over to valuesFrom", async () => {
    const release =
      "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: chart }\nspec:\n  chart: { spec: { chart: thing, sourceRef: { kind: HelmRepository, name: charts, namespace: shared } } }\n  valuesFrom: [{ kind: ConfigMap, name: generated }]\n";
    const tree = withObject(release);
    tree.set(overlay, `${tree.get(overlay) ?? ""}configMapGenerator:\n  - name: generated\n    literals: [a=b]\n`);
    const [issue, ...others] = await issuesOf(tree);
    assert.deepEqual(others, []);
    assert.equal(issue?.code, "missing-values");
    assert.match(
      issue.message,
      /needs ConfigMap web\/generated, which no layer declares; in that namespace: generated-[a-z0-9]{10}/,
    );
  });

  it("sees a patch that adds plain text to an encrypted Secret", async () => {
    const tree = withObject(
      "apiVersion: v1\nkind: Secret\nmetadata: { name: token }\nstringData: { a: 'ENC[AES256_GCM,data:x]' }\nsops: { version: 3.13.3 }\n",
    );
    const patch =
      '  - target: { kind: Secret, name: token }\n    patch: \'[{ "op": "add", "path": "/stringData/b", "value": "plain" }]\'\n';
    tree.set(overlay, (tree.get(overlay) ?? "").replace("patches:\n", `patches:\n${patch}`));
    tree.set(
      "clusters/staging/apps.yaml",
      appended("clusters/staging/apps.yaml", "  decryption: { provider: sops }\n").get("clusters/staging/apps.yaml") ??
        "",
    );
    const issues = await issuesOf(tree);
    assert.deepEqual(
      issues.map(({ code, resource }) => [code, resource]),
      [
        ["patched-ciphertext", "Secret web/token"],
        ["plaintext-secret", "Secret web/token"],
      ],
    );
  });

  it("names a Secret that a generator makes by the namespace that it is built for", async () => {
    const tree = soundTree();
    tree.set(overlay, `${tree.get(overlay) ?? ""}secretGenerator:\n  - name: made\n    literals: [a=b]\n`);
    assert.deepEqual(
      (await issuesOf(tree)).map(({ code, resource }) => [code, resource]),
      [["plaintext-secret", "Secret web/made"]],
    );
  });

  it("builds a layer as its Kustomization would: with the patches and the namespace of its spec", async () => {
    const spec =
      '  patches:\n    - target: { kind: Deployment }\n      patch: \'[{ "op": "add", "path": "/spec/template/spec/serviceAccountName", "value": "robot" }]\'\n';
    const issues = await issuesOf(appended("clusters/staging/apps.yaml", spec));
    assert.deepEqual(
      issues.map(({ code }) => code),
      ["missing-account"],
    );
  });

  it("takes the word of the run for what only the cluster has", async () => {
    const tree = edited("apps/base/web/deployment.yaml", "name: settings, key: greeting", "name: made, key: greeting");
    const provided = { kind: "ConfigMap", namespace: "web", name: "made" };
    assert.deepEqual(await issuesOf(tree, { provided: [provided] }), []);
    assert.equal((await issuesOf(tree, { provided: [{ ...provided, environment: "production" }] })).length, 1);
  });

  it("knows the variables that a run writes into the cluster", async () => {
    const from = "  postBuild:\n    substituteFrom:\n      - kind: ConfigMap\n        name: cluster-variables\n";
    const tree = withObject(
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: more\ndata:\n  a: ${address}\n  b: ${addres}\n",
    );
    const path = "clusters/staging/apps.yaml";
    tree.set(path, appended(path, from).get(path) ?? "");
    const variables = { kind: "ConfigMap", namespace: "flux-system", name: "cluster-variables" };
    assert.deepEqual(await issuesOf(tree, { provided: [variables] }), []);
    const [issue, ...others] = await issuesOf(tree, { provided: [{ ...variables, keys: ["address"] }] });
    assert.deepEqual(others, []);
    assert.equal(issue?.code, "undeclared-variable");
    assert.match(issue.message, /\$\{addres\} is not declared.*known: address/);
  });

  it("runs the user's rules in the same report, and lets an allowance pass one object", async () => {
    const rule = {
      code: "two-replicas",
      scope: "environment" as const,
      about: "everything runs twice",
      check: () => [{ path: "apps/base/web/deployment.yaml", resource: "Deployment web/web", message: "runs once" }],
    };
    assert.deepEqual(
      (await issuesOf(soundTree(), { rules: [rule] })).map(({ code }) => code),
      ["two-replicas"],
    );
    const allowances = [{ rule: "two-replicas", object: "Deployment web/web", reason: "a singleton" }];
    assert.deepEqual(await issuesOf(soundTree(), { rules: [rule], allowances }), []);
  });

  it("reports a rule of the user that throws, and everything else", async () => {
    const rules = ["tree", "environment"] as const;
    const broken = rules.map((scope) => ({
      code: `broken-${scope}`,
      scope,
      about: "it never ends well",
      check: (): never => {
        throw new Error("no such field");
      },
    }));
    assert.deepEqual(await issuesOf(soundTree(), { rules: broken }), [
      {
        code: "broken-environment",
        path: "stacks/rules.ts",
        message: "the rule broken-environment fails: no such field; correct its check",
      },
      {
        code: "broken-tree",
        path: "stacks/rules.ts",
        message: "the rule broken-tree fails: no such field; correct its check",
      },
    ]);
  });

  it("refuses a rule of the user with a code that is taken, and names both", async () => {
    const rule = (code: string, about: string): Rule => ({ code, about, scope: "tree", check: () => [] });
    const rules = [
      rule("schema", "labels are ours"),
      rule("own", "first"),
      rule("own", "second"),
      rule("unused-allowance", "third"),
    ];
    const issues = await issuesOf(soundTree(), { rules });
    assert.deepEqual(
      issues.map(({ code, path, resource }) => [code, path, resource]),
      ["own", "schema", "unused-allowance"].map((code) => ["ambiguous-rule", "stacks/rules.ts", code]),
    );
    assert.match(issues[0]?.message ?? "", /\("second"\) has the code own, and so has another one there \("first"\)/);
    assert.match(
      issues[1]?.message ?? "",
      /\("labels are ours"\) has the code schema, and so has the gate's own \(".+"\)/,
    );
    assert.match(issues[2]?.message ?? "", /says that nothing needs an allowance/);
  });
});
