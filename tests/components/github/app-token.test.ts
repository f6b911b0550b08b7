import assert from "node:assert/strict";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, it } from "mocha";
import { sourceSecretEntries } from "../../../components/cluster/bootstrap/source-secret";
import type { GitCredentials } from "../../../components/git/access";
import { readRemote } from "../../../components/git/remote-state";
import { installationToken, type GitHubApp } from "../../../components/github/api/app-token";
import { publish } from "../../../components/publish/publish";
import { serveHttp, type HttpServer } from "../git/http-server";
import { Scratch } from "../git/scratch";
import { noSealer, wantedFiles } from "../publish/wanted";
import { appKey, FakeGitHub } from "./fake-github";

describe("a GitHub App", function () {
  this.timeout(30_000);
  let server: FakeGitHub;
  let app: GitHubApp;
  beforeEach(async () => {
    server = new FakeGitHub();
    await server.listen();
    app = { apiUrl: server.url, appId: "7", installationId: "42", privateKey: appKey };
  });
  afterEach(() => {
    server.close();
  });

  it("draws a token once, and another one a minute before it ends", async () => {
    server.lifetime = 90;
    const first = await installationToken(app);
    assert.equal(await installationToken({ ...app }), first);
    assert.deepEqual(server.drawn, [first]);
    server.lifetime = 59;
    const other = { ...app, privateKey: `${appKey}\n` };
    const second = await installationToken(other);
    assert.notEqual(await installationToken(other), second);
    assert.equal(server.drawn.length, 3);
  });

  it("is refused by the fault that it is, without its key", async () => {
    const faults: readonly (readonly [Partial<GitHubApp>, string])[] = [
      [{ appId: "8" }, "authentication"],
      [{ installationId: "43" }, "authentication"],
      [{ privateKey: "canary-no-key" }, "authentication"],
      [{ apiUrl: "http://127.0.0.1:9" }, "unreachable"],
    ];
    const scratch = new Scratch();
    for (const [change, code] of faults) {
      const credentials: GitCredentials = { kind: "github-app", ...app, ...change };
      const access = { ...wantedFiles(scratch, {}).access, url: "http://127.0.0.1:9/acme/monorepo.git", credentials };
      const state = await readRemote(access, scratch.stateDir);
      assert.equal(state.kind === "unavailable" && state.fault.code, code, inspect(change));
      const shown = inspect(state, { depth: 20, showHidden: true });
      for (const secret of ["canary", "PRIVATE KEY", appKey.split("\n")[1] ?? ""])
        assert.equal(shown.includes(secret), false, secret);
    }
    scratch.remove();
  });

  describe("pushes", () => {
    let scratch: Scratch;
    let git: HttpServer;
    afterEach(async () => {
      await git.close();
      scratch.remove();
    });

    it("with the token of its installation", async () => {
      scratch = new Scratch();
      const token = await installationToken(app);
      git = await serveHttp(scratch.root, { writer: `x-access-token:${token}` });
      const wanted = wantedFiles(scratch, { "apps/base/web/deployment.yaml": "1\n" });
      const credentials: GitCredentials = { kind: "github-app", ...app };
      const access = { ...wanted.access, url: `${git.url}/monorepo.git`, credentials };
      const { revision } = await publish({ ...wanted, access }, scratch.stateDir, noSealer);
      assert.deepEqual([scratch.revision(), server.drawn], [revision, [token]]);
    });
  });

  it("opens the repository to Flux by the Secret that source-controller reads", () => {
    const shared = { githubAppID: "7", githubAppInstallationID: "42", githubAppPrivateKey: appKey };
    assert.deepEqual(sourceSecretEntries({ kind: "github-app", ...app, apiUrl: "https://api.github.com" }), shared);
    const enterprise = "https://git.example.org/api/v3";
    assert.deepEqual(sourceSecretEntries({ kind: "github-app", ...app, apiUrl: enterprise }), {
      ...shared,
      githubAppBaseURL: enterprise,
    });
  });
});
