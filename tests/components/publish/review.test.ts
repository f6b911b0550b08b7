import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { afterEach, beforeEach, describe, it } from "mocha";
import { publish } from "../../../components/publish/publish";
import { gitHub, gitHubPlace } from "../../../components/publish/review/github";
import { Scratch } from "../git/scratch";
import { noSealer, wantedFiles } from "./wanted";

interface Pull {
  readonly number: number;
  readonly html_url: string;
  state: "open" | "closed";
  merged_at: string | null;
  readonly head: { readonly ref: string };
  title: string;
}

const base = { "apps/base/web/deployment.yaml": "replicas: 1\n" };
const two = { "apps/base/web/deployment.yaml": "replicas: 2\n" };

describe("publishing by pull request", function () {
  this.timeout(30_000);
  let scratch: Scratch;
  let server: Server;
  let apiUrl: string;
  let pulls: Pull[];
  beforeEach(async () => {
    scratch = new Scratch();
    pulls = [];
    server = fakeGitHub(pulls);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    apiUrl = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  });
  afterEach(() => {
    server.close();
    scratch.remove();
  });

  const run = (files: Readonly<Record<string, string>>) => {
    const forge = gitHub({ apiUrl, repository: "acme/monorepo", token: "canary" });
    return publish(wantedFiles(scratch, files, { review: { forge } }), scratch.stateDir, noSealer);
  };
  const push = (files: Readonly<Record<string, string>>) =>
    publish(wantedFiles(scratch, files), scratch.stateDir, noSealer);

  it("stops with the request's address, and passes once it is merged or squashed", async () => {
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
    Object.assign(pulls[0] ?? {}, { state: "closed", merged_at: "now" });
    assert.equal((await run(two)).revision, squashed);
  });

  it("replaces an older request, respects a closed one, and proposes merged content anew", async () => {
    await push(base);
    await assert.rejects(run(two), /pull\/1/);
    await assert.rejects(run({ "apps/base/web/deployment.yaml": "replicas: 3\n" }), /pull\/2/);
    assert.deepEqual(
      pulls.map(({ state }) => state),
      ["closed", "open"],
    );
    await assert.rejects(run(two), /was closed without being merged.*pull\/1/);
    Object.assign(pulls[0] ?? {}, { merged_at: "now" });
    await assert.rejects(run(two), /waits.*pull\/3/);
    assert.match(pulls[2]?.head.ref ?? "", /-2$/);
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
    assert.equal(gitHubPlace("https://gitlab.com/acme/monorepo"), undefined);
  });
});

/** As much of GitHub's REST API as pull requests need. */
function fakeGitHub(pulls: Pull[]): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const body = (text === "" ? {} : JSON.parse(text)) as { head?: string; title?: string; state?: "closed" };
      const answer = (value: unknown): void => void response.end(JSON.stringify(value));
      if (request.headers.authorization !== "Bearer canary") return void response.writeHead(401).end();
      if (request.method === "GET") {
        const head = url.searchParams.get("head")?.replace("acme:", "");
        const state = url.searchParams.get("state");
        answer(
          pulls.filter(
            (pull) => (head === undefined || pull.head.ref === head) && (state === "all" || pull.state === state),
          ),
        );
        return;
      }
      const number = Number(/pulls\/(\d+)$/.exec(url.pathname)?.[1]);
      if (request.method === "PATCH") {
        answer(Object.assign(pulls[number - 1] ?? {}, body));
        return;
      }
      if (url.pathname.endsWith("/comments")) {
        answer({});
        return;
      }
      const created = pulls.length + 1;
      pulls.push({
        number: created,
        html_url: `https://github.example/pull/${created}`,
        state: "open",
        merged_at: null,
        head: { ref: body.head ?? "" },
        title: body.title ?? "",
      });
      answer(pulls.at(-1));
    });
  });
}
