import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { closedBy } from "../../../../components/publish/review/branch-rules";
import { pushIssues } from "../../../../components/program/publishing";
import type { PublishingMode } from "../../../../stacks/config";
import { installationToken } from "../../../../components/github/api/app-token";
import { appKey, FakeGitHub, personalToken } from "../../github/fake-github";
import { preparedRun } from "../../wiring/prepared-run";

const checks = { type: "required_status_checks", ruleset_id: 1 };
const review = { type: "pull_request", ruleset_id: 2 };
const required = { enforcement_level: "non_admins", contexts: ["gate"], checks: [] };

/** What GitHub answers, by path below the repository → what closes the branch. */
const cases: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>, readonly string[]]>> = {
  "no rule": [{ "/rules/branches/main": [], "/branches/main": { protected: false } }, []],
  "nothing that can be read": [{}, []],
  "a rule that a push can meet": [{ "/rules/branches/main": [{ type: "non_fast_forward", ruleset_id: 1 }] }, []],
  "checks of a ruleset": [
    { "/rules/branches/main": [checks], "/rulesets/1": { current_user_can_bypass: "never" } },
    ["status checks"],
  ],
  "checks that these credentials bypass": [
    { "/rules/branches/main": [checks], "/rulesets/1": { current_user_can_bypass: "always" } },
    [],
  ],
  "a ruleset that tells nothing of bypassing": [{ "/rules/branches/main": [checks], "/rulesets/1": {} }, []],
  "a ruleset that cannot be read": [{ "/rules/branches/main": [checks] }, []],
  "two rulesets, one of them bypassed": [
    {
      "/rules/branches/main": [checks, review],
      "/rulesets/1": { current_user_can_bypass: "always" },
      "/rulesets/2": { current_user_can_bypass: "pull_requests_only" },
    },
    ["a pull request"],
  ],
  "protection that binds a writer": [
    {
      "/branches/main": { protected: true, protection: { required_status_checks: required } },
      "": { permissions: { admin: false } },
    },
    ["status checks"],
  ],
  "protection that an administrator passes": [
    {
      "/branches/main": { protected: true, protection: { required_status_checks: required } },
      "": { permissions: { admin: true } },
    },
    [],
  ],
  "protection of which it is not known whether it binds": [
    { "/branches/main": { protected: true, protection: { required_status_checks: required } } },
    [],
  ],
  "protection that binds everyone": [
    {
      "/branches/main": {
        protected: true,
        protection: { required_status_checks: { ...required, enforcement_level: "everyone" } },
      },
      "": { permissions: { admin: true } },
    },
    ["status checks"],
  ],
  "reviews that bind administrators as well": [
    {
      "/branches/main": { protected: true },
      "/branches/main/protection": { enforce_admins: { enabled: true }, required_pull_request_reviews: {} },
      "": { permissions: { admin: true } },
    },
    ["a pull request"],
  ],
  "reviews with exceptions, which may be these credentials": [
    {
      "/branches/main": { protected: true },
      "/branches/main/protection": {
        enforce_admins: { enabled: true },
        required_pull_request_reviews: { bypass_pull_request_allowances: { apps: [{ slug: "bot" }] } },
      },
    },
    [],
  ],
};

describe("the rules of a branch on GitHub", () => {
  let server: FakeGitHub;
  beforeEach(async () => {
    server = new FakeGitHub();
    await server.listen();
  });
  afterEach(() => {
    server.close();
  });

  for (const [name, [answers, expected]] of Object.entries(cases)) {
    it(`close it to pushes, or not: ${name}`, async () => {
      for (const [path, answer] of Object.entries(answers)) server.answers.set(path, answer);
      const token = (): Promise<string> => Promise.resolve(personalToken);
      const api = { apiUrl: server.url, repository: "acme/monorepo", token };
      assert.deepEqual(await closedBy(api, "main"), expected);
    });
  }

  it("make the mode push an error of the configuration, and no other mode", async () => {
    server.answers.set("/rules/branches/main", [checks]);
    server.answers.set("/rulesets/1", { current_user_can_bypass: "never" });
    const issuesOf = async (mode: PublishingMode, api = server.url): Promise<string> => {
      const { config } = preparedRun;
      const access = {
        ...config.access,
        credentials: { kind: "token", username: "git", token: personalToken } as const,
        gitHub: { apiUrl: api, repository: "acme/monorepo" },
      };
      const issues = await pushIssues({ ...config, access, publishing: { ...config.publishing, mode } });
      return issues.map(({ resource, message }) => `${resource}: ${message}`).join();
    };
    assert.match(
      await issuesOf("push"),
      /^flux-monorepo:mode: main of acme\/monorepo takes no direct push: it requires status checks.*Set mode to pull-request/,
    );
    assert.equal(await issuesOf("pull-request"), "");
    assert.equal(await issuesOf("push", "http://127.0.0.1:9"), "");
    const refused = (): Promise<string> => installationToken({ ...app, apiUrl: server.url });
    const app = { appId: "8", installationId: "42", privateKey: appKey };
    assert.deepEqual(await closedBy({ apiUrl: server.url, repository: "acme/monorepo", token: refused }, "main"), []);
  });
});
