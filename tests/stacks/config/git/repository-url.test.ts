import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { IssuesError } from "../../../../components/model/issue";
import { decodeConfig, type RawConfig, type StackConfig } from "../../../../stacks/config";

const environments = ["staging", "production"];

function decode(extra: RawConfig): StackConfig {
  return decodeConfig("staging", { context: "staging", ...extra }, environments);
}

function issuesOf(run: () => unknown): readonly { code: string; message: string }[] {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof IssuesError, String(error));
    return error.issues;
  }
  return [];
}

describe("repository URLs", () => {
  const accepted: readonly (readonly [string, string])[] = [
    ["git@github.com:example/monorepo.git", "ssh://git@github.com/example/monorepo.git"],
    ["github.com:example/monorepo", "ssh://git@github.com/example/monorepo"],
    ["ssh://git@git.example.org:2222/monorepo.git", "ssh://git@git.example.org:2222/monorepo.git"],
    ["ssh://git.example.org/monorepo.git", "ssh://git@git.example.org/monorepo.git"],
    ["https://git.example.org/a/b.git/", "https://git.example.org/a/b.git"],
    ["http://127.0.0.1:4567/monorepo.git", "http://127.0.0.1:4567/monorepo.git"],
  ];
  for (const [given, expected] of accepted) {
    it(`takes ${given}`, () => {
      assert.equal(decode({ repository: given }).access.url, expected);
    });
  }

  const refused = [
    "http://git.example.org/a.git",
    "https://git.example.org",
    "file:///srv/a.git",
    "/srv/a.git",
    "",
    "https://h/a?b=c",
  ];
  for (const given of refused) {
    it(`refuses "${given}"`, () => {
      assert.deepEqual(
        issuesOf(() => decode({ repository: given })).map(({ code }) => code),
        ["malformed-config-value"],
      );
    });
  }

  it("refuses credentials in a URL without repeating them", () => {
    for (const url of [
      "https://user:canary@git.example.org/a.git",
      "https://canary@git.example.org/a.git",
      "ssh://git:canary@h/a.git",
    ]) {
      const [issue] = issuesOf(() => decode({ repository: url }));
      assert.match(issue?.message ?? "", /gitToken/);
      assert.doesNotMatch(issue?.message ?? "", /canary/);
    }
  });

  it("expands owner/name on GitHub", () => {
    const { access } = decodeConfig("staging", { github: "example/monorepo", context: "c" }, environments);
    assert.equal(access.url, "https://github.com/example/monorepo.git");
    assert.deepEqual(access.github, { host: "github.com", owner: "example", name: "monorepo" });
  });
});
