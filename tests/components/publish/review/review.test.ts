import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { gitHubPlace } from "../../../../components/github/host";
import { publish } from "../../../../components/publish/publish";
import { gitHubApi } from "../../../../components/publish/review/api";
import { gitHub } from "../../../../components/publish/review/github";
import { Scratch } from "../../git/scratch";
import { appKey, FakeGitHub, personalToken } from "../../github/fake-github";
import { noSealer, wantedFiles } from "../wanted";

const base = { "apps/base/web/deployment.yaml": "replicas: 1\n" };
const two = { "apps/base/web/deployment.yaml": "replicas: 2\n" };

describe("publishing by pull request", function () {
  this.timeout(30_000);
  let scratch: Scratch;
  let server: FakeGitHub;
  beforeEach(async () => {
    scratch = new Scratch();
    server = new FakeGitHub();
    await server.listen();
  });
  afterEach(() => {
    server.close();
    scratch.remove();
  });

  const run = (files: Readonly<Record<string, string>>) => {
    const token = (): Promise<string> => Promise.resolve(personalToken);
    const forge = gitHub({ apiUrl: server.url, repository: "acme/monorepo", token });
    return publish(wantedFiles(scratch, files, { review: { forge } }), scratch.stateDir, noSealer);
  };
  const push = (files: Readonly<Record<string, string>>) =>
    publish(wantedFiles(scratch, files), scratch.stateDir, noSealer);

  it("stops with the request's address, and passes once it is merged or squashed", async () => {
    const { pulls } = server;
    const { revision } = await push(base);
    await assert.rejects(run(two), {
      name: "ReviewPending",
      message: /waits to be merged.*https:\/\/github.example\/pull\/1/,
    });
    await assert.rejects(run(two), /pull\/1/);
    assert.deepEqual([scratch.revision(), pulls.length, pulls[0]?.title], [revision, 1, "staging: update web"]);
    const branch = pulls[0]?.head.ref ?? "";
    assert.match(branch, /^flux-monorepo\/staging\/[0-9a-f]{12}$/);
    const squashed = scratch.git(scratch.url, "commit-tree", "-p", "main", "-m", "Squashed (#1)", `${branch}^{tree}`);
    scratch.git(scratch.url, "update-ref", "refs/heads/main", squashed);
    server.merge(1);
    assert.equal((await run(two)).revision, squashed);
  });

  it("replaces an older request, respects a closed one, and proposes merged content anew", async () => {
    const { pulls } = server;
    await push(base);
    await assert.rejects(run(two), /pull\/1/);
    await assert.rejects(run({ "apps/base/web/deployment.yaml": "replicas: 3\n" }), /pull\/2/);
    assert.deepEqual(
      pulls.map(({ state }) => state),
      ["closed", "open"],
    );
    await assert.rejects(run(two), /was closed without being merged.*pull\/1/);
    server.merge(1);
    await assert.rejects(run(two), /waits.*pull\/3/);
    assert.match(pulls[2]?.head.ref ?? "", /-2$/);
  });

  it("proposes anew what was merged and then undone, without a forge as well", async () => {
    await push(base);
    const propose = (): Promise<unknown> =>
      publish(wantedFiles(scratch, two, { review: { forge: undefined } }), scratch.stateDir, noSealer);
    const proposed = async (): Promise<string> =>
      /from the branch (\S+)$/.exec(await propose().then(String, String))?.[1] ?? "";
    const first = await proposed();
    assert.equal(await proposed(), first);
    scratch.git(scratch.url, "update-ref", "refs/heads/main", first);
    await push(base);
    assert.equal(await proposed(), `${first}-2`);
  });

  it("opens a request as a GitHub App, and as nobody where the credentials are a key that no API takes", async () => {
    await push(base);
    const place = { apiUrl: server.url, repository: "acme/monorepo" };
    const app = {
      kind: "github-app",
      apiUrl: server.url,
      appId: "7",
      installationId: "42",
      privateKey: appKey,
    } as const;
    const api = gitHubApi(place, app);
    assert.ok(api);
    const review = { forge: gitHub(api) };
    await assert.rejects(publish(wantedFiles(scratch, two, { review }), scratch.stateDir, noSealer), /pull\/1/);
    assert.deepEqual([server.pulls.length, server.drawn.length], [1, 1]);
    assert.equal(gitHubApi(place, { kind: "ssh", privateKey: "k", knownHosts: "h" }), undefined);
    assert.equal(gitHubApi(undefined, app), undefined);
  });

  it("cuts a text that is longer than GitHub takes", async () => {
    await push(base);
    const forge = gitHub({
      apiUrl: server.url,
      repository: "acme/monorepo",
      token: () => Promise.resolve(personalToken),
    });
    const review = { forge, text: "long ".repeat(20_000) };
    await assert.rejects(publish(wantedFiles(scratch, two, { review }), scratch.stateDir, noSealer), /pull\/1/);
    const body = server.pulls[0]?.body ?? "";
    assert.ok(body.length <= 65_536 && body.endsWith("`pulumi preview --diff` shows all of it."), body.slice(-100));
  });

  it("knows GitHub's repositories by their URLs", () => {
    assert.deepEqual(gitHubPlace("https://github.com/acme/monorepo.git"), {
      apiUrl: "https://api.github.com",
      repository: "acme/monorepo",
    });
    assert.deepEqual(gitHubPlace("ssh://git@github.acme.example/acme/monorepo"), {
      apiUrl: "https://github.acme.example/api/v3",
      repository: "acme/monorepo",
    });
    assert.deepEqual(gitHubPlace("https://acme.ghe.com/acme/monorepo.git")?.apiUrl, "https://api.acme.ghe.com");
    assert.equal(gitHubPlace("https://gitlab.com/acme/monorepo"), undefined);
    assert.deepEqual(gitHubPlace("https://git.example.org/scm/acme/monorepo.git", "https://git.example.org/api/v3"), {
      apiUrl: "https://git.example.org/api/v3",
      repository: "acme/monorepo",
    });
  });
});
