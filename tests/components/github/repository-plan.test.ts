import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { planRepository, settingsIssues } from "../../../components/github/repository-plan";
import type { RepositorySettings } from "../../../components/github/settings";

const organisation: RepositorySettings = { owner: "example", ownerKind: "organisation", name: "monorepo" };
const person: RepositorySettings = { owner: "somebody", ownerKind: "person", name: "monorepo" };

describe("the repository's settings", () => {
  const sound: readonly RepositorySettings[] = [
    organisation,
    person,
    { ...organisation, visibility: "internal", topics: ["flux", "git-ops-2"], teams: { platform: "admin" } },
    { ...person, visibility: "public", rules: { mayBypass: [{ kind: "role", role: "admin" }] } },
  ];
  for (const settings of sound) {
    it(`are accepted: ${JSON.stringify(settings)}`, () => {
      assert.deepEqual(settingsIssues(settings), []);
    });
  }

  const wrong: readonly (readonly [RepositorySettings, RegExp])[] = [
    [{ ...organisation, owner: "example/monorepo" }, /owner is "example\/monorepo", which is no login/],
    [{ ...organisation, name: "mono repo" }, /name is "mono repo"/],
    [{ ...organisation, topics: ["Flux"] }, /the topic "Flux"/],
    [{ ...organisation, topics: Array.from({ length: 21 }, (_, index) => `t${index}`) }, /21 topics; GitHub allows 20/],
    [{ ...person, teams: { platform: "push" } }, /somebody is a person, and only organisations have teams/],
    [{ ...person, visibility: "internal" }, /only organisations have internal repositories/],
    [{ ...person, rules: { mayBypass: [{ kind: "team", id: 1 }] } }, /only organisations have teams that bypass/],
  ];
  for (const [settings, message] of wrong) {
    it(`are refused: ${String(message)}`, () => {
      const issues = settingsIssues(settings);
      assert.equal(issues.length, 1);
      assert.match(issues[0]?.message ?? "", message);
      assert.equal(issues[0]?.path, "stacks/github.ts");
    });
  }

  it("make rules only where they say so, with or without checks", () => {
    assert.equal(planRepository(organisation).ruleset, undefined);
    const { ruleset } = planRepository({ ...organisation, rules: { requiredChecks: [] } });
    assert.deepEqual(ruleset?.rules, { deletion: true, nonFastForward: true });
    assert.deepEqual(ruleset.bypassActors, []);
  });
});
