import assert from "node:assert/strict";
import {
  configMap,
  defineApp,
  defineMonorepo,
  defineVariables,
  environment,
  overlay,
  type OverlayOptions,
} from "../../../../components/model/authoring";
import type { Environment, MonorepoModel } from "../../../../components/model/environment";
import { IssuesError } from "../../../../components/model/issue";
import { render } from "../../../../components/manifests/render";
import { body } from "../rendered";
import { modelWith, variables, withEnv } from "./model";

const { address, host, size } = variables;
const everything = { ADDRESS: address, URL: `https://${host}/`, SIZE: size };

/** What a run that declares exactly the variables in use has wrong. */
function issuesOf(make: () => unknown): readonly string[] {
  try {
    make();
    return [];
  } catch (error) {
    assert.ok(error instanceof IssuesError);
    return error.issues.map(({ code, path, resource = "" }) => `${path} ${resource} ${code}`);
  }
}

describe("two dollars", () => {
  it("keep a script from substitution", () => {
    const add = { pid: configMap({ metadata: { name: "pid" }, data: { "run.sh": "echo $$\nkill $$\n" } }) };
    const tree = render({ model: modelWith({ ...withEnv(everything), add }), clusters: {} });
    assert.match(body(tree, "apps/staging/web/pid.yaml"), /kustomize\.toolkit\.fluxcd\.io\/substitute: disabled/);
  });

  it("of a base that not every environment substitutes are refused", () => {
    const settings = { fluxVersion: "v2.9.5", ageRecipients: [] };
    const shell = defineApp("shell", { config: configMap({ metadata: { name: "shell" }, data: { a: "$${HOME}" } }) });
    const add = { own: configMap({ metadata: { name: "own" }, data: { host } }) };
    const of = (name: "staging" | "production", options: OverlayOptions<typeof shell.resources>): Environment =>
      environment(name, settings, (layer) => [layer("apps", { folder: "apps", overlays: [overlay(shell, options)] })]);
    const model = (other: OverlayOptions<typeof shell.resources>): MonorepoModel =>
      defineMonorepo({
        environments: { staging: of("staging", { add }), production: of("production", other) },
        variables: defineVariables({ host: "hostname" }),
      });
    assert.deepEqual(
      issuesOf(() => model({})),
      ["apps/base/shell config divided-dollar"],
    );
    assert.deepEqual(
      issuesOf(() => model({ add })),
      [],
    );
  });
});

describe("variables that are wrong", () => {
  const at = "apps/staging/web";
  const script = `echo ${host} \${HOME}\n`;
  const cases: readonly (readonly [string, Parameters<typeof modelWith>[0], readonly string[]])[] = [
    [
      "a variable that nothing uses",
      withEnv({ A: address, B: host }),
      ["stacks/cluster/variables.ts size unused-variable"],
    ],
    [
      "a name that is not declared",
      withEnv({ ...everything, A: "${adress}" }),
      [`${at} deployment undeclared-variable`],
    ],
    ["a default of its own", withEnv({ ...everything, A: "${host:-a}" }), [`${at} deployment undeclared-variable`]],
    ["a text that is no variable", withEnv({ ...everything, A: "${{ a }}" }), [`${at} deployment undeclared-variable`]],
    [
      "a variable in a default",
      withEnv({ ...everything, A: "${adress:=${host}}" }),
      [`${at} deployment undeclared-variable`],
    ],
    [
      "an expression that never ends",
      withEnv({ ...everything, A: "${host" }),
      [`${at} deployment undeclared-variable`],
    ],
    [
      "a variable behind an escaped dollar",
      withEnv({ ...everything, A: "$$${adress}" }),
      [`${at} deployment undeclared-variable`],
    ],
    ["two dollars", withEnv({ ...everything, A: "p$$w" }), [`${at} deployment halved-dollar`]],
    [
      "nothing of two dollars that are meant, nor of an escaped variable",
      withEnv({ ...everything, A: "p$$$$w $${adress}" }),
      [],
    ],
    [
      "a name in a key that is not declared",
      {
        ...withEnv(everything),
        add: { keyed: configMap({ metadata: { name: "keyed" }, data: { "${adress}": "a" } }) },
      },
      [`${at} add.keyed undeclared-variable`],
    ],
    [
      "a script with two dollars beside a variable",
      {
        ...withEnv(everything),
        add: { mixed: configMap({ metadata: { name: "mixed" }, data: { script: `echo ${host}\nkill $$\n` } }) },
      },
      [`${at} add.mixed mixed-variables`],
    ],
    [
      "a variable in an object that opts out by a label",
      {
        ...withEnv(everything),
        add: {
          out: configMap({
            metadata: { name: "out", labels: { "kustomize.toolkit.fluxcd.io/substitute": "disabled" } },
            data: { host },
          }),
        },
      },
      [`${at} add.out mixed-variables`],
    ],
    [
      "a script beside a variable",
      { ...withEnv(everything), add: { mixed: configMap({ metadata: { name: "mixed" }, data: { script } }) } },
      [`${at} add.mixed mixed-variables`],
    ],
    [
      "a variable in an object that opts out",
      {
        ...withEnv(everything),
        add: {
          out: configMap({
            metadata: { name: "out", annotations: { "kustomize.toolkit.fluxcd.io/substitute": "disabled" } },
            data: { host, other: "${HOME}" },
          }),
        },
      },
      [`${at} add.out mixed-variables`],
    ],
  ];
  for (const [what, options, wanted] of cases) {
    it(`are reported for ${what}`, () => {
      assert.deepEqual(
        issuesOf(() => modelWith(options)),
        wanted,
      );
    });
  }
});
