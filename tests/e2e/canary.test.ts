import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { after, before, describe, it } from "mocha";
import { readRemote } from "../../components/git/remote-state";
import { passphraseVariable } from "../../cli/keys/passphrase";
import { makeKeyPair } from "../../components/github/openssh";
import { findPlatform, startSshAccess } from "../../local/platform";
import { armoredCanary, canary, found, type Canary } from "./canary/canaries";
import { plantControls, plantObject, runVisibly } from "./canary/control";
import { searchFiles, searchObjects } from "./canary/files";
import { keepFormerIdentity, plantedEntries } from "./canary/identities";
import { watchProcesses, type Watch } from "./canary/processes";
import { embeddedCanaries, keepers, loud, loudest, transcribe, type Transcript } from "./canary/run";
import { makeCheckout, type Checkout } from "./main-job/checkout";

/** Both are made anew, since the checkout holds this file. The control is put where a search must find it. */
const control = `control-${randomBytes(16).toString("hex")}`;
const refused = `refused-${randomBytes(16).toString("hex")}`;

describe("credentials", function () {
  this.timeout(400_000);
  this.bail(true);

  const temporary = process.env["TMPDIR"];
  const canaries: Canary[] = [canary("refused token", refused)];
  let checkout: Checkout;
  let watch: Watch;
  let transcript: Transcript;
  before(async () => {
    checkout = makeCheckout();
    watch = watchProcesses();
    // Whatever a command leaves behind in the folder for temporary files is found with the rest.
    process.env["TMPDIR"] = join(checkout.root, "tmp");
    mkdirSync(process.env["TMPDIR"], { recursive: true });
    transcript = await transcribe(checkout);
  });
  after(async () => {
    if (temporary === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = temporary;
    watch.end();
    await checkout.remove();
  });

  const succeed = async (args: readonly string[], input?: string): Promise<void> => {
    const { status, stdout, stderr } = await transcript.pulumi(args, input);
    assert.equal(status, 0, `${stdout}${stderr}`.slice(-4000));
  };

  it("are all in use: the main job with a token", async () => {
    const { status, output } = await transcript.npm("start", "staging");
    assert.equal(status, 0, output);
    canaries.push(...embeddedCanaries(checkout));
    assert.ok(new Set(canaries.map(({ kind }) => kind)).size === 6);
  });

  it("an update with signed commits and two age identities, over SSH where there is a server, as loud as can be", async () => {
    const { privateKey } = makeKeyPair("signs commits");
    canaries.push(armoredCanary("signing key", privateKey));
    await succeed(["config", "set", "--secret", "signingKey"], privateKey);
    canaries.push(canary("former age identity", await keepFormerIdentity(checkout, transcript)));
    const ssh = await startSshAccess(checkout.root);
    if (ssh !== undefined) {
      canaries.push(armoredCanary("private key", ssh.privateKey));
      await succeed(["config", "set", "--secret", "gitPrivateKey"], ssh.privateKey);
      await succeed(["config", "set", "gitKnownHosts"], ssh.knownHosts);
      await succeed(["config", "set", "repository", ssh.repositoryUrl]);
      await succeed(["config", "rm", "gitToken"]);
    }
    checkout.edit("stacks/staging.ts", /(?<=namespace: "homepage",\s+replicas: \{ deployment: )1/, "2");
    await succeed(["up", "--yes", "--diff", ...loudest]);
    const [, text = ""] = [...transcript.said].at(-1) ?? [];
    // It was loud, and secrets came by.
    for (const sign of [/Marshaling property for RPC/, /ageIdentity/, /\[secret\]/]) assert.match(text, sign);
    assert.deepEqual(await plantedEntries(checkout), ["age-2.agekey", "age.agekey"]);
  });

  it("commands that show a stack, as loud as can be", async () => {
    for (const args of [
      ["config"],
      ["stack"],
      ["stack", "output", "--json"],
      ["stack", "export"],
      ["stack", "history"],
    ])
      await succeed([...args, ...loud]);
    await succeed(["refresh", "--yes", "--diff", ...loudest]);
  });

  it("an export of the keys, and commands that look at the platform", async () => {
    process.env[passphraseVariable] = refused;
    const { status, output } = await transcript.npm(
      "keys",
      "export",
      "staging",
      "--local",
      "--out",
      join(checkout.folder, "keys.age"),
    );
    Reflect.deleteProperty(process.env, passphraseVariable);
    assert.equal(status, 0, output);
    assert.equal((await transcript.npm("local", "status")).status, 0);
    assert.equal((await transcript.npm("diff", "staging", "--local")).status, 0);
  });

  it("an update whose credentials are refused, as loud as can be", async () => {
    const platform = findPlatform("staging", checkout.root);
    assert.ok(platform);
    for (const key of ["gitPrivateKey", "gitKnownHosts"]) await succeed(["config", "rm", key]);
    await succeed(["config", "set", "repository", platform.repositoryUrl]);
    await succeed(["config", "set", "--secret", "gitToken"], refused);
    const { status, stderr, stdout } = await transcript.pulumi(["up", "--yes", "--skip-preview", ...loudest]);
    assert.notEqual(status, 0);
    assert.match(stdout + stderr, /does not accept the token/);
  });

  it("a destroy, as loud as can be", async () => {
    await succeed(["destroy", "--yes", "--skip-preview", ...loudest]);
  });

  it("are in no error, however closely one looks", async () => {
    const platform = findPlatform("staging", checkout.root);
    assert.ok(platform);
    const identity = { name: "test", email: "test@example.org" };
    const credentials = { kind: "token", username: platform.username, token: refused } as const;
    const access = { url: platform.repositoryUrl, branch: "main", followedRef: "main", author: identity, credentials };
    const remote = await readRemote(access, join(checkout.root, "other"));
    assert.equal(remote.kind, "unavailable");
    const everything = inspect(remote, { depth: Infinity, showHidden: true, maxStringLength: Infinity });
    assert.deepEqual(found(canaries, everything), []);
  });

  it("are in nothing that a command printed", () => {
    const leaks = [...transcript.said].map(([command, text]) => [command, found(canaries, text)] as const);
    assert.deepEqual(
      leaks.filter(([, kinds]) => kinds.length > 0),
      [],
    );
  });

  it("are in no file but those that keep them, which only their owner can read", () => {
    const cluster = (path: string): boolean => path === keepers.cluster;
    const controls = plantControls(join(checkout.root, "tmp", "controls"), control);
    const holders = searchFiles(checkout.root, [...canaries, canary("control", control)], cluster);
    const planted = holders.filter(({ kinds }) => kinds.includes("control"));
    assert.deepEqual(
      planted.map(({ path, open }) => [path, open]),
      controls.map((name) => [join("tmp", "controls", name), true]),
    );
    assert.deepEqual(
      holders.filter((holder) => !planted.includes(holder) && (holder.open || !keepers.files.includes(holder.path))),
      [],
    );
    assert.ok(holders.length >= 5 + controls.length, "the canaries are where they belong");
    const outside = searchFiles(checkout.folder, canaries, (path) => [".flux-monorepo", "node_modules"].includes(path));
    assert.deepEqual(outside, []);
  });

  it("are in no object of the monorepo, of its local copies, and of the checkout", () => {
    const copies = readdirSync(join(checkout.root, "git")).filter((name) => name.endsWith(".git"));
    assert.ok(copies.length > 0);
    const repositories = [
      join(checkout.folder, ".git"),
      join(checkout.root, "local", "git", "repositories", "monorepo.git"),
      ...copies.map((name) => join(checkout.root, "git", name)),
    ];
    for (const repository of repositories) assert.deepEqual(searchObjects(repository, canaries), [], repository);
    const [repository = ""] = repositories;
    plantObject(repository, control);
    assert.deepEqual(searchObjects(repository, [canary("control", control)]), ["control"]);
  });

  it("were on no command line", async () => {
    await runVisibly(control);
    const lines = watch.end();
    assert.ok(lines.some((line) => line.includes("pulumi")));
    const telling = lines.filter((line) => found([...canaries, canary("control", control)], line).length > 0);
    assert.ok(telling.length > 0 && telling.every((line) => line.includes(control)), telling.length.toString());
    assert.deepEqual(
      telling.filter((line) => found(canaries, line).length > 0),
      [],
    );
  });
});
