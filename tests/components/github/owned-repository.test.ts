import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { ownRepository } from "../../../components/github";
import type { RepositorySettings } from "../../../components/github/settings";
import { recordGraph, type Graph } from "./record";

const settings: RepositorySettings = {
  owner: "example",
  ownerKind: "organisation",
  name: "monorepo",
  topics: ["flux", "gitops"],
  defaultBranch: "main",
  teams: { platform: "maintain", developers: "pull" },
  rules: { mayBypass: [{ kind: "app", id: 12 }, { kind: "role", role: "admin" }, { kind: "deploy-keys" }] },
};

const world = {
  stack: "github",
  resources: {
    "pulumi:providers:github": {},
    "flux-monorepo:github:GitHubRepository": {},
    "github:index/repository:Repository": { fullName: "example/monorepo" },
    "github:index/branchDefault:BranchDefault": {},
    "github:index/teamRepository:TeamRepository": {},
    "github:index/repositoryRuleset:RepositoryRuleset": {},
  },
  functions: {},
};

function own(changes: Partial<Parameters<typeof ownRepository>[0]> = {}): Promise<Graph> {
  const args = { host: "github.com", token: "canary-token", adopt: false, settings, ...changes };
  return recordGraph(world, () => ownRepository(args));
}

describe("the stack that owns the repository", () => {
  let graph: Graph;
  before(async () => {
    graph = await own();
  });

  it("declares the repository, what belongs to it, and nothing else", () => {
    assert.deepEqual(graph.asked.map(({ type, name }) => `${type.split(":").at(-1) ?? ""} ${name}`).sort(), [
      "BranchDefault monorepo-default-branch",
      "GitHubRepository monorepo",
      "Repository monorepo-repository",
      "RepositoryRuleset monorepo-rules",
      "TeamRepository monorepo-team-developers",
      "TeamRepository monorepo-team-platform",
      "github github",
    ]);
    assert.deepEqual(graph.calls, []);
  });

  it("gives every resource a URN of its own", () => {
    const urns = graph.asked.map(({ type, name }) => `${type}::${name}`);
    assert.equal(new Set(urns).size, urns.length);
  });

  it("retains everything on GitHub when it is destroyed", () => {
    const onGitHub = graph.asked.filter(({ type }) => type.startsWith("github:"));
    assert.equal(onGitHub.length, 5);
    assert.deepEqual(
      onGitHub.filter(({ retainOnDelete }) => !retainOnDelete),
      [],
    );
  });

  it("tells GitHub what the settings say", () => {
    assert.deepEqual(graph.find("monorepo-repository").inputs, {
      name: "monorepo",
      visibility: "private",
      topics: ["flux", "gitops"],
    });
    assert.deepEqual(graph.find("monorepo-default-branch").inputs, { repository: "monorepo", branch: "main" });
    assert.deepEqual(graph.find("monorepo-team-platform").inputs, {
      repository: "monorepo",
      teamId: "platform",
      permission: "maintain",
    });
  });

  it("makes the gate a required check, which only the named writers may pass by", () => {
    const always = { bypassMode: "always" };
    assert.deepEqual(graph.find("monorepo-rules").inputs, {
      repository: "monorepo",
      name: "flux-monorepo",
      target: "branch",
      enforcement: "active",
      conditions: { refName: { includes: ["~DEFAULT_BRANCH"], excludes: [] } },
      bypassActors: [
        { actorType: "Integration", actorId: 12, ...always },
        { actorType: "RepositoryRole", actorId: 5, ...always },
        { actorType: "DeployKey", ...always },
      ],
      rules: {
        deletion: true,
        nonFastForward: true,
        requiredStatusChecks: { requiredChecks: [{ context: "check" }], doNotEnforceOnCreate: true },
      },
    });
  });

  it("leaves alone what it has no setting for", () => {
    const { ignoreChanges } = graph.find("monorepo-repository");
    assert.ok(
      ["hasIssues", "allowSquashMerge", "description", "visibility"].every((key) => ignoreChanges.includes(key)),
    );
    assert.ok(!["topics", "name"].some((key) => ignoreChanges.includes(key)));
  });

  it("keeps the token secret, and asks the public GitHub", () => {
    const { inputs, secretInputs } = graph.find("github");
    assert.deepEqual(inputs, {
      owner: "example",
      token: "canary-token",
      baseUrl: "https://api.github.com/",
    });
    assert.deepEqual(secretInputs, ["token"]);
    const others = graph.asked.filter(({ name }) => name !== "github");
    assert.ok(!JSON.stringify(others).includes("canary"));
  });

  it("makes a repository, or adopts the one of that name", async () => {
    assert.ok(graph.asked.every((one) => one.import === undefined));
    const adopted = await own({ adopt: true });
    assert.equal(adopted.find("monorepo-repository").import, "monorepo");
    assert.equal(adopted.asked.filter((one) => one.import !== undefined).length, 1);
  });

  it("asks the host of an Enterprise", async () => {
    const { find } = await own({ host: "github.example.org" });
    assert.equal(find("github").inputs["baseUrl"], "https://github.example.org/");
  });

  it("takes the caller's token, encrypted, and lets no other variable of the caller lead it elsewhere", async () => {
    const before = { token: process.env["GITHUB_TOKEN"], base: process.env["GITHUB_BASE_URL"] };
    process.env["GITHUB_TOKEN"] = "canary-ambient";
    process.env["GITHUB_BASE_URL"] = "https://elsewhere.example.org/";
    try {
      const { find } = await recordGraph(world, () => ownRepository({ host: "github.com", adopt: false, settings }));
      const { inputs, secretInputs } = find("github");
      assert.deepEqual(inputs, { owner: "example", token: "canary-ambient", baseUrl: "https://api.github.com/" });
      assert.deepEqual(secretInputs, ["token"]);
      const other = { host: "github.com", adopt: false, settings, tokenVariable: "GITHUB_BASE_URL" };
      const named = await recordGraph(world, () => ownRepository(other));
      assert.equal(named.find("github").inputs["token"], "https://elsewhere.example.org/");
    } finally {
      restore("GITHUB_TOKEN", before.token);
      restore("GITHUB_BASE_URL", before.base);
    }
  });

  it("does without what is not set", async () => {
    const bare = await own({ settings: { owner: "somebody", ownerKind: "person", name: "monorepo" } });
    assert.deepEqual(bare.asked.map(({ name }) => name).sort(), ["github", "monorepo", "monorepo-repository"]);
  });
});

function restore(name: string, value: string | undefined): void {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}
