import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "mocha";
import type { ClusterClient } from "../../components/cluster/client";
import { controllerPids } from "../../local/platform";
import { makeCheckout, type Checkout } from "./main-job/checkout";
import { clusterOf, deployment, until } from "./main-job/cluster";
import { openRepository } from "./main-job/repository";

const declared = '{ publicAddress: "ip", publicHost: "hostname", code: "text" }';
const values = '{ publicAddress: 192.0.2.10, publicHost: www.example.org, code: "010" }';
const script =
  'customObject({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "script" }, data: { run: "a\\n${HOME}\\n" } })';

/** Production with variables in one app, and a script in the same layer. */
function useVariables({ edit }: Checkout): void {
  edit("stacks/cluster/variables.ts", "defineVariables({})", `defineVariables(${declared})`);
  edit("stacks/production.ts", "  environment,\n", "  customObject,\n  environment,\n");
  edit("stacks/production.ts", "import { infra", 'import { variables } from "./cluster/variables";\nimport { infra');
  edit(
    "stacks/production.ts",
    '[{ name: "WHOAMI_NAME", value: "production" }]',
    '[{ name: "ADDRESS", value: variables.publicAddress }, { name: "CODE", value: variables.code }, { name: "URL", value: `https://${variables.publicHost}/` }]',
  );
  edit(
    "stacks/production.ts",
    'add: {\n      namespace: namespace({ metadata: { name: "whoami" } }),',
    `add: {\n      script: ${script},\n      namespace: namespace({ metadata: { name: "whoami" } }),`,
  );
  edit("Pulumi.production.yaml", "config:\n", `config:\n  flux-monorepo:variables: ${values}\n`);
}

describe("cluster variables and controllers on the real engine", function () {
  this.timeout(900_000);
  this.bail(true);
  let checkout: Checkout;
  let cluster: ClusterClient;

  before(() => {
    checkout = makeCheckout();
    useVariables(checkout);
  });
  after(() => checkout.remove());

  it("an update gives the values to Flux, which puts them in as text", async () => {
    await start(/production: committed/);
    cluster = await clusterOf(checkout, "production");
    assert.deepEqual(await environmentOfWhoami(), {
      ADDRESS: "192.0.2.10",
      CODE: "010",
      URL: "https://www.example.org/",
    });
  });

  it("scripts of the layer stay as they are", async () => {
    const found = await cluster.get({ apiVersion: "v1", kind: "ConfigMap", namespace: "whoami", name: "script" });
    assert.match(JSON.stringify(found), /"run":"a\\n\$\{HOME\}\\n"/);
  });

  it("another value reaches the layer without another commit", async () => {
    const head = openRepository(checkout.root).head("env/production");
    checkout.edit("Pulumi.production.yaml", 'code: "010"', 'code: "true"');
    await start(/production: /);
    await until("the value is there", async () => (await environmentOfWhoami())["CODE"] === "true");
    assert.equal(openRepository(checkout.root).head("env/production"), head);
  });

  it("a value that is missing ends the update before it changes anything", async () => {
    checkout.edit("Pulumi.production.yaml", ', code: "true"', "");
    const { status, output } = await checkout.npm("start", "production");
    assert.notEqual(status, 0);
    assert.match(output, /uses the variable code, which has no value/);
  });

  it("the controllers run with the arguments that the environment gives them", () => {
    const pid = controllerPids(checkout.root, "production")["kustomize-controller"];
    const args = readFileSync(`/proc/${pid ?? assert.fail("it does not run")}/cmdline`, "utf8").split("\0");
    assert.deepEqual(
      args.filter((arg) => /concurrent|requeue/.test(arg)),
      ["--concurrent=20", "--requeue-dependency=10s"],
    );
  });

  async function start(expected: RegExp): Promise<void> {
    const { status, output } = await checkout.npm("start", "production");
    assert.equal(status, 0, output);
    assert.match(output, expected);
  }

  async function environmentOfWhoami(): Promise<Readonly<Record<string, unknown>>> {
    const live = await cluster.get(deployment("whoami/whoami"));
    const text = JSON.stringify(live?.spec?.["template"]);
    return Object.fromEntries(
      [...text.matchAll(/\{"name":"([A-Z]+)","value":("[^"]*")\}/g)].map(([, name = "", value = ""]) => [
        name,
        JSON.parse(value) as unknown,
      ]),
    );
  }
});
