import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { defaultIdentity, type GitCredentials } from "../../../components/git/access";
import { serveHttp, type HttpServer } from "../git/http-server";
import { Scratch } from "../git/scratch";
import { runOf } from "../preview/run";

describe("the preview of a repository that cannot be read", function () {
  this.timeout(60_000);
  const scratch = new Scratch();
  let server: HttpServer;
  before(async () => {
    server = await serveHttp(scratch.root, { writer: "git:right" });
  });
  after(async () => {
    await server.close();
    scratch.remove();
  });

  const warned = async (path: string, token: string): Promise<string> => {
    const credentials: GitCredentials = { kind: "token", username: "git", token };
    const url = `${server.url}/${path}`;
    const access = { url, branch: "main", follows: "main", author: defaultIdentity, credentials };
    const { planned } = await runOf(scratch, {}, { access });
    assert.deepEqual(
      planned.notices.map(({ severity }) => severity),
      ["warning"],
    );
    return planned.notices[0]?.message ?? "";
  };

  it("says why, and once what is compared", async () => {
    const lines = (await warned("monorepo.git", "wrong")).split("\n");
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? "", /does not accept the token for the user name "git"[^]*gitUsername is it$/);
    assert.equal(lines[1], "The preview compares with nothing, and lists everything as new. An update stops here.");
  });

  it("tells one that is not there from one that refuses", async () => {
    assert.match(
      await warned("other.git", "right"),
      /there is no such repository[^]*\nThe preview compares with nothing/,
    );
  });
});
