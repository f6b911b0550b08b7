import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import { appKey, personalToken } from "../components/github/fake-github";
import { bringUpGitOnly, stateOf, type GitOnly } from "./modes/git-only";

const replicas = /(?<=namespace: "homepage",\s+replicas: \{ deployment: )\d+/;
const patch = "apps/staging/homepage/replicas-patch.yaml";

describe("modes on the real engine", function () {
  this.timeout(120_000);
  this.bail(true);

  let stack: GitOnly;
  before(async function () {
    this.timeout(400_000);
    stack = await bringUpGitOnly();
  });
  after(async () => {
    await stack.remove();
  });

  const head = (branch = "main"): string =>
    stack.git(stack.bare, "for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`);
  const proposals = (): readonly string[] =>
    stack.git(stack.bare, "for-each-ref", "--format=%(refname:short)", "refs/heads/flux-monorepo").split("\n");
  const scale = (count: number): void => {
    stack.checkout.edit("stacks/staging.ts", replicas, String(count));
  };
  const up = async (expected: RegExp, status = 0): Promise<string> => {
    const ended = await stack.pulumi("up", "--yes", "--skip-preview");
    assert.equal(ended.status === 0 ? 0 : 1, status, ended.output);
    assert.match(ended.output, expected);
    return ended.output;
  };
  const settled = async (): Promise<void> => {
    const { status, output } = await stack.pulumi("preview", "--diff", "--expect-no-changes");
    assert.equal(status, 0, output);
  };
  /** Puts what a branch holds on top of main as one commit of a person. */
  const squash = (branch: string): void => {
    const commit = stack.git(stack.bare, "commit-tree", "-p", "main", "-m", "Squashed (#1)", `${branch}^{tree}`);
    stack.git(stack.bare, "update-ref", "refs/heads/main", commit);
  };

  it("files: writes a folder and pushes nothing", async () => {
    await stack.configure({ mode: "files", worktree: stack.worktree });
    await up(/The files are in .*worktree: commit them there and push to main/);
    assert.equal(head(), "");
    assert.ok(existsSync(join(stack.worktree, "clusters/staging/flux-system/gotk-components.yaml")));
  });

  it("files: a preview names an edit that the update would not replace", async () => {
    const readme = join(stack.worktree, "clusters/staging/README.md");
    const written = readFileSync(readme, "utf8");
    writeFileSync(readme, "mine\n");
    const { status, output } = await stack.pulumi("preview");
    assert.notEqual(status, 0, output);
    assert.match(
      output,
      /clusters\/staging\/README\.md[^]*neither what the branch holds nor what an earlier run wrote/,
    );
    writeFileSync(readme, written);
  });

  it("files: an update knows them once people have pushed them, secrets included", async () => {
    stack.git(stack.worktree, "init", "--quiet", "--initial-branch=main");
    stack.git(stack.worktree, "add", "--all");
    stack.git(stack.worktree, "commit", "--quiet", "-m", "By hand");
    stack.git(stack.worktree, "push", "--quiet", stack.bare, "main");
    await up(/GitCommit staging-commit updated/);
    assert.equal(stack.git(stack.bare, "rev-list", "--count", "main"), "1");
    await settled();
  });

  it("pull-request: on a plain Git server the update stops with the branch to merge", async () => {
    const before = head();
    await stack.configure({ mode: "pull-request" });
    scale(4);
    const { status, output } = await stack.pulumi("preview", "--diff");
    assert.equal(status, 0, output);
    assert.match(output, /proposes 1 file as a pull request into main/);
    await up(
      /waits to be merged, then run the update again\. Open a request from the branch flux-monorepo\/staging\//,
      1,
    );
    const [branch = "", ...more] = proposals();
    assert.deepEqual([head(), more], [before, []]);
    assert.equal(stack.git(stack.bare, "diff", "--name-only", "main", branch), patch);
  });

  it("pull-request: a request is opened with the preview as its text, and brought up to date", async () => {
    await stack.configure({ mode: "pull-request", githubApi: stack.gitHub.url });
    await up(/waits to be merged.*https:\/\/github\.example\/pull\/1/, 1);
    const [first] = stack.gitHub.pulls;
    assert.ok(first);
    assert.equal(first.title, "staging: update homepage");
    assert.match(first.body, /Deployment homepage\/homepage[^]*spec\.replicas: 1 → 4/);
    Object.assign(first, { body: "edited" });
    await up(/pull\/1/, 1);
    assert.equal(stack.gitHub.pulls.length, 1);
    assert.match(first.body, /homepage/);
  });

  it("pull-request: a squashed one is known by its tree, a closed one stays closed", async () => {
    const [branch = ""] = proposals();
    squash(branch);
    stack.gitHub.merge(1);
    await up(/GitCommit staging-commit updated/);
    await settled();
    const before = head();
    scale(5);
    await up(/pull\/2/, 1);
    Object.assign(stack.gitHub.pulls[1] ?? {}, { state: "closed" });
    await up(/was closed without being merged: reopen it, or change the source.*pull\/2/, 1);
    assert.deepEqual([head(), stack.gitHub.pulls.length], [before, 2]);
  });

  it("push: rules that close the branch are an error of the configuration, a declined push names the remedy", async () => {
    const before = head();
    await stack.configure({ githubApi: stack.gitHub.url });
    stack.gitHub.answers.set("/rules/branches/main", [{ type: "required_status_checks", ruleset_id: 1 }]);
    stack.gitHub.answers.set("/rulesets/1", { current_user_can_bypass: "never" });
    await up(/takes no direct push: it requires status checks.*Set mode to pull-request/, 1);
    stack.gitHub.answers.clear();
    stack.onPush("echo 'GH006: Protected branch update failed' >&2; exit 1");
    await up(/declined the push[^]*GH006[^]*set `mode: pull-request`/, 1);
    stack.onPush(undefined);
    assert.equal(head(), before);
  });

  it("push: as a GitHub App", async () => {
    await stack.configure(
      { githubApi: stack.gitHub.url, githubAppId: "7", githubAppInstallationId: "42" },
      { githubAppPrivateKey: appKey },
    );
    await up(/GitCommit staging-commit updated/);
    assert.match(stack.git(stack.bare, "show", `main:${patch}`), /replicas: 5/);
    assert.ok(stack.gitHub.drawn.length > 0);
    const kept = stateOf(stack);
    for (const secret of [appKey.split("\n")[1] ?? "", ...stack.gitHub.drawn])
      assert.equal(kept.includes(secret), false);
  });

  it("push: a mirror that is down is a warning, and the update ends well", async () => {
    await stack.configure({ mirrors: { second: "http://127.0.0.1:9/acme/monorepo.git" } });
    await up(
      /warning: The mirror http:\/\/127\.0\.0\.1:9\/acme\/monorepo\.git is behind\. The next update tries again/,
    );
    await stack.configure({});
    await up(/GitCommit staging-commit updated/);
  });

  it("push: a repository that was rebuilt empty is written anew, and never a conflict", async () => {
    const files = stack.git(stack.bare, "ls-tree", "-r", "--name-only", "main");
    stack.rebuild();
    const { status, output } = await stack.pulumi("preview", "--diff");
    assert.equal(status, 0, output);
    assert.match(output, /has no branch main, hence lacks the commit [0-9a-f]{12}[^]*it is treated as new/);
    await up(/GitCommit staging-commit updated/);
    assert.equal(stack.git(stack.bare, "ls-tree", "-r", "--name-only", "main"), files);
    await settled();
    assert.match(readFileSync(join(stack.checkout.root, "records", "staging.json"), "utf8"), new RegExp(head()));
  });

  it("push: a token in clear is refused by preview and update, and the remedy settles it", async () => {
    await stack.configure({ gitToken: personalToken }, {});
    const head0 = head();
    for (const command of [["preview"], ["up", "--yes", "--skip-preview"]]) {
      const { status, output } = await stack.pulumi(...command);
      assert.notEqual(status, 0, output);
      assert.match(output, /gitToken[^]*stored in clear; replace it with `pulumi config set --secret --path gitToken`/);
    }
    assert.equal(head(), head0);
    const { status, output } = await stack.pulumi("config", "set", "--secret", "--path", "gitToken", personalToken);
    assert.equal(status, 0, output);
    await settled();
  });

  it("push: a refused token ends an update with that reason alone", async () => {
    await stack.configure({ mode: "push" }, { gitToken: "refused" });
    const preview = await stack.pulumi("preview");
    assert.equal(preview.status, 0, preview.output);
    const said = /warning: (http:[^]*?An update stops here\.)/.exec(preview.output)?.[1] ?? "";
    assert.match(said, /gitUsername is it\n *The preview compares with nothing, and lists everything as new\./);
    assert.doesNotMatch(preview.output, /could not read Username|written last/);
    const output = await up(/does not accept the token for the user name "git"/, 1);
    assert.doesNotMatch(output, /GitFault|^ +at /m);
  });
});
