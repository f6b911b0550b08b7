import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { render } from "../../../../components/manifests/render";
import { configMap } from "../../../../components/model/authoring";
import { variablesOf } from "../../../../components/model/flux/variable-use";
import { clusterSettings, miniatureRelease } from "../fixture";
import { body, textOf } from "../rendered";
import { modelWith, variables, withEnv } from "./model";

const { address, host, size } = variables;
const everything = { ADDRESS: address, URL: `https://${host}/`, SIZE: size };

function treeOf(model: ReturnType<typeof modelWith>): ReturnType<typeof render> {
  const cluster = { settings: clusterSettings, release: miniatureRelease() };
  return render({ model, clusters: { staging: cluster, production: cluster } });
}

describe("layers with cluster variables", () => {
  const tree = treeOf(modelWith(withEnv(everything)));

  it("substitute from the values of the environment, and no other layers do", () => {
    const postBuild = `  postBuild:
    substitute:
      quote: "\\""
    substituteFrom:
      - kind: ConfigMap
        name: cluster-variables
`;
    assert.ok(textOf(tree, "clusters/staging/apps.yaml").endsWith(postBuild));
    assert.doesNotMatch(textOf(tree, "clusters/staging/infrastructure.yaml"), /postBuild/);
    assert.doesNotMatch(textOf(tree, "clusters/production/apps.yaml"), /postBuild/);
  });

  it("keep values text, whatever they look like", () => {
    const patch = body(tree, "apps/staging/web/env-patch.yaml");
    assert.deepEqual(
      [...patch.matchAll(/value: (.*)/g)].map(([, value]) => value),
      ["${quote}${address}${quote}", "https://${host}/", "${quote}${size}${quote}"],
    );
  });

  it("leave scripts and secrets alone", () => {
    const disabled = /annotations:\n {4}kustomize\.toolkit\.fluxcd\.io\/substitute: disabled\n/;
    assert.match(body(tree, "apps/base/web/script.yaml"), disabled);
    assert.doesNotMatch(body(tree, "apps/base/web/deployment.yaml"), /disabled/);
    const sealed = tree.get("apps/staging/web/token.sops.yaml");
    assert.deepEqual(sealed?.kind === "sealed" ? sealed.secret.annotations : undefined, {
      "kustomize.toolkit.fluxcd.io/substitute": "disabled",
    });
  });

  it("leave scripts alone that an overlay brings", () => {
    const script = "echo ${USER}\necho\n";
    const merged = treeOf(
      modelWith({ ...withEnv(everything), add: { more: configMap({ metadata: { name: "more" }, data: { script } }) } }),
    );
    assert.match(body(merged, "apps/staging/web/more.yaml"), /substitute: disabled/);
    const patched = treeOf(
      modelWith({
        ...withEnv(everything),
        jsonPatches: { script: [{ op: "replace", path: "/data/plain", value: script }] },
      }),
    );
    assert.match(body(patched, "apps/staging/web/script-patch.yaml"), /substitute: disabled/);
  });

  it("are those that use a variable, in any part of an overlay", () => {
    const used = (options: Parameters<typeof modelWith>[0]): readonly string[] => {
      const { environments } = modelWith({ ...withEnv(everything), ...options });
      return Object.values(environments).map((environment) => variablesOf(environment).join());
    };
    assert.deepEqual(used({}), ["address,host,size", ""]);
    const patches = { deployment: { metadata: { annotations: { a: `${address} ${host} ${size}` } } } };
    assert.deepEqual(used({ patches }), ["address,host,size", ""]);
    const value = [`${address}:${size}`, host];
    const jsonPatches = { deployment: [{ op: "add", path: "/metadata/annotations", value }] } as const;
    assert.deepEqual(used({ patches: {}, jsonPatches }), ["address,host,size", ""]);
  });

  it("change nothing where no variable is used", () => {
    const model = modelWith(withEnv(everything));
    const [, production] = Object.values(model.environments);
    assert.ok(production !== undefined);
    const alone = render({ model: { environments: { production } }, clusters: {} });
    assert.doesNotMatch(textOf(alone, "apps/base/web/script.yaml"), /disabled/);
  });
});

describe("texts with variables", () => {
  const texts: readonly (readonly [string, string])[] = [
    [address, `\${quote}${address}\${quote}`],
    [`${address}:${size}`, `\${quote}${address}:${size}\${quote}`],
    [`0x${size}`, `\${quote}0x${size}\${quote}`],
    [`${host}.`, `\${quote}${host}.\${quote}`],
    [`www.${host}`, `www.${host}`],
    [`${size}Mi`, `${size}Mi`],
    [`${size}Gi`, `${size}Gi`],
    [`${address}/24`, `${address}/24`],
    [`a $\${HOME} ${host}`, `a $\${HOME} ${host}`],
  ];
  for (const [text, wanted] of texts) {
    it(`${text} is written as ${wanted}`, () => {
      const tree = treeOf(modelWith(withEnv({ ...everything, TEXT: text })));
      const written = /name: TEXT\n\s+value: (.*)/.exec(body(tree, "apps/staging/web/env-patch.yaml"))?.[1];
      assert.equal(written, wanted);
    });
  }
});
