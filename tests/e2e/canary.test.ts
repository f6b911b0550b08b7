import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { after, before, describe, it } from "mocha";
import { readRemote } from "../../components/git/remote-state";
import { findPlatform, startSshAccess } from "../../local/platform";
import { armoredCanary, canary, found, type Canary } from "./canary/canaries";
import { searchFiles, searchObjects } from "./canary/files";
import { watchProcesses, type Watch } from "./canary/processes";
import { embeddedCanaries, keepers, loudest, transcribe, type Transcript } from "./canary/run";
import { makeCheckout, type Checkout } from "./main-job/checkout";

/** Made anew, since the checkout holds this file. */
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

  it("an update over SSH with a private key, as loud as can be", async function () {
    const ssh = await startSshAccess(checkout.root);
    if (ssh === undefined) this.skip();
    canaries.push(armoredCanary("private key", ssh.privateKey));
    await succeed(["config", "set", "--secret", "gitPrivateKey"], ssh.privateKey);
    await succeed(["config", "set", "gitKnownHosts"], ssh.knownHosts);
    await succeed(["config", "set", "repository", ssh.repositoryUrl]);
    await succeed(["config", "rm", "gitToken"]);
    checkout.edit("stacks/staging.ts", /(?<=namespace: "homepage",\s+replicas: \{ deployment: )1/, "2");
    await succeed(["up", "--yes", "--diff", ...loudest]);
  });

  it("commands that show a stack", async () => {
    for (const args of [
      ["config"],
      ["stack"],
      ["stack", "output", "--json"],
      ["stack", "export"],
      ["stack", "history"],
    ])
      await succeed(args);
  });

  it("an update whose credentials are refused, as loud as can be", async () => {
    const platform = findPlatform("staging", checkout.root);
    assert.ok(platform);
    for (const key of ["gitPrivateKey", "gitKnownHosts"]) await succeed(["config", "rm", key]);
    await succeed(["config", "set", "repository", platform.repositoryUrl]);
    await succeed(["config", "set", "--secret", "gitToken"], refused);
    const { status, stderr, stdout } = await transcript.pulumi(["up", "--yes", "--skip-preview", ...loudest]);
    assert.notEqual(status, 0);
    assert.match(stdout + stderr, /does not accept the credentials/);
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
    const holders = searchFiles(checkout.root, canaries, cluster);
    assert.deepEqual(
      holders.filter(({ path, open }) => open || !keepers.files.includes(path)),
      [],
    );
    assert.ok(holders.length >= 5, "the canaries are where they belong");
    const outside = searchFiles(checkout.folder, canaries, (path) =>
      [".flux-monorepo", "node_modules", ".git"].includes(path),
    );
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
  });

  it("were on no command line", () => {
    const lines = watch.end();
    assert.ok(lines.some((line) => line.includes("pulumi")));
    const telling = lines.filter((line) => found(canaries, line).length > 0);
    assert.deepEqual(telling, []);
  });
});
