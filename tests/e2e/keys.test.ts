import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { after, before, describe, it } from "mocha";
import { passphraseVariable } from "../../cli/keys/passphrase";
import { parseManifests } from "../../components/manifests/yaml";
import { seal } from "../../components/sops/seal";
import { pulumiEnvironment } from "../../tools/pulumi-environment";
import { resolveTool } from "../../tools/resolve";
import { canary } from "./canary/canaries";
import { searchFiles } from "./canary/files";
import { changedFiles, makeCheckout, type Checkout } from "./main-job/checkout";

const secrets = {
  passphrase: "canary-passphrase",
  token: "canary-token",
  state: "canary-state",
  sealed: "canary-value",
};
const manifest = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: web\nstringData:\n  value: ${secrets.sealed}\n`;
/** This test itself is part of every checkout. */
const isSource = (path: string): boolean => ["node_modules", "tests"].includes(path);
/** How the engine writes a secret into a state that it shows in clear. */
const inClear = (value: string): object => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});

describe("an environment's keys", function () {
  this.timeout(120_000);
  this.bail(true);

  const ambient = { ...process.env };
  const setEnvironment = (changes: NodeJS.ProcessEnv): void => void Object.assign(process.env, changes);
  let first: Checkout;
  let second: Checkout;
  let identity = "";
  let sops = "";
  let sealed = "";
  const keyFile = (): string => join(first.folder, "staging.keys.age");
  const pulumi = (checkout: Checkout, args: readonly string[], input?: string): string =>
    execFileSync("pulumi", [...args, "--non-interactive"], {
      cwd: checkout.folder,
      encoding: "utf8",
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      ...(input === undefined ? {} : { input }),
    });
  const backend = (checkout: Checkout): string => join(checkout.folder, "backend");
  const useBackend = (checkout: Checkout): void => {
    setEnvironment({ PULUMI_BACKEND_URL: `file://${backend(checkout)}` });
  };

  before(async () => {
    first = makeCheckout();
    second = makeCheckout();
    ({ path: sops } = await resolveTool("sops"));
    const age = await import("age-encryption");
    identity = await age.generateX25519Identity();
    const { command, variables } = await pulumiEnvironment(join(first.folder, "home"));
    setEnvironment({ ...variables, PATH: [dirname(command), variables.PATH].join(delimiter) });
    setEnvironment({ PULUMI_CONFIG_PASSPHRASE: secrets.passphrase, [passphraseVariable]: "correct horse battery" });
    for (const { folder } of [first, second]) execFileSync("mkdir", [join(folder, "backend")]);
    sealed = await seal({ sops, manifest, recipients: [await age.identityToRecipient(identity)] });
  });
  after(async () => {
    for (const name of Object.keys(process.env)) if (!(name in ambient)) Reflect.deleteProperty(process.env, name);
    setEnvironment(ambient);
    for (const checkout of [first, second]) await checkout.remove();
  });

  it("seal a stack's configuration and its state on one machine", () => {
    useBackend(first);
    pulumi(first, ["stack", "init", "staging", "--secrets-provider", "passphrase"]);
    const name = ["--stack", "staging"];
    pulumi(first, ["config", "set", "--secret", "gitToken", ...name], secrets.token);
    pulumi(first, ["config", "set", "--secret", "--path", "ageIdentity[0]", ...name], identity);
    const empty = JSON.parse(pulumi(first, ["stack", "export", ...name])) as { deployment: object };
    const urn = "urn:pulumi:staging::flux-monorepo::pulumi:pulumi:Stack::flux-monorepo-staging";
    const root = { urn, type: "pulumi:pulumi:Stack", custom: false, outputs: { token: inClear(secrets.state) } };
    const filled = { ...empty, deployment: { ...empty.deployment, resources: [root] } };
    pulumi(first, ["stack", "import", ...name], JSON.stringify(filled));
    const canaries = Object.values({ ...secrets, identity }).map((value) => canary(value, value));
    assert.deepEqual(searchFiles(first.folder, canaries, isSource), []);
  });

  it("are exported into a file that shows none, for its owner alone", async () => {
    const { status, output } = await first.npm("keys", "export", "staging", "--out", keyFile());
    assert.equal(status, 0, output);
    assert.match(output, /Exported the age identity of age1\w+ and the passphrase of staging to .*staging\.keys\.age/);
    assert.equal(statSync(keyFile()).mode & 0o777, 0o600);
    assert.match(readFileSync(keyFile(), "utf8"), /^-----BEGIN AGE ENCRYPTED FILE-----/);
    assert.doesNotMatch(output, /AGE-SECRET-KEY|canary/);
    const again = await first.npm("keys", "export", "staging", "--out", keyFile());
    assert.deepEqual([again.status, /exists, and stays/.test(again.output)], [1, true]);
  });

  it("are restored on another, which has the files that Git and the backend keep", async () => {
    cpSync(backend(first), backend(second), { recursive: true });
    cpSync(join(first.folder, "Pulumi.staging.yaml"), join(second.folder, "Pulumi.staging.yaml"));
    useBackend(second);
    setEnvironment({ PULUMI_CONFIG_PASSPHRASE: "" });
    assert.throws(() => pulumi(second, ["config", "get", "gitToken", "--stack", "staging"]));
    const { status, output } = await second.npm("keys", "restore", "staging", keyFile());
    assert.equal(status, 0, output);
    assert.doesNotMatch(output, /AGE-SECRET-KEY|canary/);
    const [, file = ""] = /PULUMI_CONFIG_PASSPHRASE_FILE="\$PWD\/([^"]+)"/.exec(output) ?? [];
    setEnvironment({ PULUMI_CONFIG_PASSPHRASE_FILE: join(second.folder, file) });
    Reflect.deleteProperty(process.env, "PULUMI_CONFIG_PASSPHRASE");
    assert.equal(pulumi(second, ["config", "get", "gitToken", "--stack", "staging"]).trim(), secrets.token);
    assert.ok(pulumi(second, ["stack", "export", "--show-secrets", "--stack", "staging"]).includes(secrets.state));
    const [, identities = ""] = /SOPS_AGE_KEY_FILE="\$PWD\/([^"]+)"/.exec(output) ?? [];
    writeFileSync(join(second.folder, "web.sops.yaml"), sealed);
    const plain = execFileSync(sops, ["decrypt", join(second.folder, "web.sops.yaml")], {
      env: { SOPS_AGE_KEY_FILE: join(second.folder, identities) },
      encoding: "utf8",
    });
    assert.deepEqual(parseManifests(plain), parseManifests(manifest));
  });

  it("are restored once, for the environment that they are of, and instead of no other", async () => {
    const again = await second.npm("keys", "restore", "staging", keyFile());
    assert.deepEqual([again.status, /They were here already/.test(again.output)], [0, true], again.output);
    const wrong = await second.npm("keys", "restore", "production", keyFile());
    assert.deepEqual([wrong.status, /holds the keys of staging, not of production/.test(wrong.output)], [1, true]);
    const kept = join(second.folder, ".keys", "staging", "passphrase");
    writeFileSync(kept, "another");
    const refused = await second.npm("keys", "restore", "staging", keyFile());
    assert.deepEqual([refused.status, /passphrase holds another key, and stays/.test(refused.output)], [1, true]);
    assert.equal(readFileSync(kept, "utf8"), "another");
    assert.equal(changedFiles(second).includes(".keys"), false);
  });
});
