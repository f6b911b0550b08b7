import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Plan } from "../../../components/plan/plan-types";
import { commitSpec, publishingNotices } from "../../../components/program/publishing";
import type { PublishingConfig } from "../../../stacks/config";
import { preparedRun } from "../wiring/prepared-run";

const plan: Plan = {
  writes: new Map([["apps/base/web/deployment.yaml", "replicas: 1\n"]]),
  seals: new Map(),
  deletes: new Set(["apps/base/web/service.yaml"]),
  kept: new Set(),
  carried: new Set(),
  left: new Set(),
  held: new Map(),
  pending: new Map(),
  conflicts: [],
  warnings: [],
  release: undefined,
  tree: new Map(),
  changed: true,
};

function notices(publishing: PublishingConfig, changes: Partial<Plan> = {}): readonly string[] {
  const config = { ...preparedRun.config, publishing };
  return publishingNotices(config, { ...plan, ...changes }).map(({ message }) => message);
}

describe("the commit of a run", () => {
  it("is announced where it is not simply pushed", () => {
    assert.deepEqual(notices({ mode: "push", mirrors: [] }), []);
    assert.match(notices({ mode: "pull-request", mirrors: [] }).join(""), /2 files as a pull request into main/);
    assert.match(notices({ mode: "files", worktree: "../m", mirrors: [] }).join(""), /2 files in \.\.\/m, and neither/);
    assert.deepEqual(notices({ mode: "pull-request", mirrors: [] }, { writes: new Map(), deletes: new Set() }), []);
  });

  it("carries what the configuration says of it", () => {
    const { signing, mirrors, mode, reviewText } = commitSpec({ ...preparedRun, reviewText: "preview" });
    assert.deepEqual([signing?.kind, mirrors?.length, mode, reviewText], ["ssh", 1, "push", "preview"]);
  });
});
