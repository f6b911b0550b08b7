import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { LiveObject } from "../../../../components/cluster/live-object";
import { standingOf } from "../../../../components/preview/live/standing";

type Fields = Readonly<Record<string, unknown>>;

const [followed, other] = ["a".repeat(40), "b".repeat(40)] as const;
const flux = (kind: string, spec: Fields, status: Fields = {}): LiveObject => ({
  apiVersion: `${kind === "HelmRelease" ? "helm" : kind === "Kustomization" ? "kustomize" : "source"}.toolkit.fluxcd.io/v1`,
  kind,
  metadata: { name: "apps", namespace: "flux-system", uid: "1" },
  spec,
  status,
});

describe("what of Flux stands still", () => {
  const at = (lastAppliedRevision: string, more: Fields = {}): LiveObject =>
    flux("Kustomization", {}, { lastAppliedRevision, ...more });
  const cases: readonly (readonly [string, LiveObject, readonly string[]])[] = [
    ["nothing", at(`main@sha1:${followed}`), []],
    [
      "a Kustomization",
      flux("Kustomization", { suspend: true }),
      ["Kustomization flux-system/apps is suspended: it applies and deletes nothing until it is resumed"],
    ],
    [
      "a release",
      flux("HelmRelease", { suspend: true }),
      ["HelmRelease flux-system/apps is suspended: it installs and upgrades nothing until it is resumed"],
    ],
    [
      "a source",
      flux("GitRepository", { suspend: true }),
      ["GitRepository flux-system/apps is suspended: what it fetches or sends stays as it is until it is resumed"],
    ],
    [
      "a CronJob that Flux has nothing to do with",
      { ...flux("CronJob", { suspend: true }), apiVersion: "batch/v1" },
      [],
    ],
    [
      "a Kustomization at another commit",
      at(`main@sha1:${other}`),
      [`Kustomization flux-system/apps has applied main@sha1:${other.slice(0, 12)}, not ${followed.slice(0, 12)}`],
    ],
    ["a new Kustomization", flux("Kustomization", {}), ["Kustomization flux-system/apps has applied nothing yet"]],
    ["an artifact of this commit", at("latest@sha256:1", { lastAppliedOriginRevision: `main@sha1:${followed}` }), []],
    ["an artifact that does not say", at("latest@sha256:1"), []],
  ];
  for (const [name, object, expected] of cases)
    it(name, () => {
      assert.deepEqual(standingOf([object], followed), expected);
    });
});
