import assert from "node:assert/strict";
import { describe, it } from "mocha";
import fc from "fast-check";
import type { SealedFile } from "../../../components/model/file-tree";
import { blobId } from "../../../components/plan/head";
import { planCommit } from "../../../components/plan/plan";
import type { Plan } from "../../../components/plan/plan-types";
import { planInput } from "./input";
import type { Case } from "./input";

const sealed = (environment: string): SealedFile => ({
  kind: "sealed",
  environment,
  recipients: ["age1a"],
  secret: { sealed: true, name: "db", stringData: { password: { secretKey: "db" } } },
});
const other = { environment: "production", source: { revision: "s0", clean: true } };
const codes = (plan: Plan): readonly string[] => plan.conflicts.map(({ code, path }) => `${code} ${path}`);

/** Name → input and what the plan does: `w` writes, `d` deletes, `k` keeps, `c` carries, `s` seals, `!` conflicts. */
const table: Readonly<Record<string, readonly [Case, readonly string[]]>> = {
  "an empty repository gets every file": [{ want: { a: "1" } }, ["w a"]],
  "what is equal is adopted, whoever wrote it": [{ want: { a: "1" }, has: { a: "1" } }, ["k a"]],
  "what we wrote is replaced": [{ want: { a: "2" }, has: { a: "1" }, wrote: { a: "1" } }, ["w a"]],
  "what we wrote and no longer want goes": [
    { want: { b: "1" }, has: { a: "1", b: "1" }, wrote: { a: "1", b: "1" } },
    ["k b", "d a"],
  ],
  "a file of people stays": [{ want: { b: "1" }, has: { a: "1", b: "1" } }, ["k b"]],
  "a file of people in our way": [{ want: { a: "2" }, has: { a: "1" } }, ["! foreign-file a"]],
  "an edit of ours by people": [{ want: { a: "2" }, has: { a: "9" }, wrote: { a: "1" } }, ["! foreign-edit a"]],
  "an edit that makes it what we want": [{ want: { a: "2" }, has: { a: "2" }, wrote: { a: "1" } }, ["k a"]],
  "a removal of ours by people": [{ want: { a: "1" }, has: { b: "1" }, wrote: { a: "1" } }, ["! foreign-removal a"]],
  "an edited file that we no longer want stays": [
    { want: { b: "1" }, has: { a: "9", b: "1" }, wrote: { a: "1", b: "1" } },
    ["k b"],
  ],
  "an edit, ours by choice": [
    { want: { a: "2" }, has: { a: "9" }, wrote: { a: "1" }, resolutions: { a: "ours" } },
    ["w a"],
  ],
  "an edit, theirs by choice": [
    { want: { a: "2" }, has: { a: "9" }, wrote: { a: "1" }, resolutions: { a: "theirs" } },
    ["c a"],
  ],
  "another run's file from older source": [
    {
      want: { a: "2" },
      has: { a: "1" },
      wrote: { a: "1" },
      by: { a: other },
      relations: new Map([["s0", "ancestor"]]),
    },
    ["w a"],
  ],
  "another run's file from newer source": [
    { want: { a: "2" }, has: { a: "1" }, wrote: { a: "1" }, by: { a: other }, relations: new Map([["s0", "newer"]]) },
    ["! older-source a"],
  ],
  "another run's file from newer source that we would delete": [
    {
      want: { b: "1" },
      has: { a: "1", b: "1" },
      wrote: { a: "1", b: "1" },
      by: { a: other },
      relations: new Map([["s0", "newer"]]),
    },
    ["k b", "! older-source a"],
  ],
  "another run's file from source that we do not know": [
    { want: { a: "2" }, has: { a: "1" }, wrote: { a: "1" }, by: { a: other } },
    ["! unrelated-source a"],
  ],
  "another run's file, from an unclean source of ours": [
    {
      want: { a: "2" },
      has: { a: "1" },
      wrote: { a: "1" },
      by: { a: other },
      relations: new Map([["s0", "same"]]),
      source: { revision: "s0", clean: false },
    },
    ["! unclean-source a"],
  ],
  "another environment's cluster is carried": [
    {
      want: { a: "1" },
      has: { "clusters/production/apps.yaml": "x", a: "1" },
      wrote: { "clusters/production/apps.yaml": "x" },
    },
    ["k a", "c clusters/production/apps.yaml"],
  ],
  "our own cluster's leftovers go": [
    {
      want: { a: "1" },
      has: { "clusters/staging/old.yaml": "x", a: "1" },
      wrote: { "clusters/staging/old.yaml": "x" },
    },
    ["k a", "d clusters/staging/old.yaml"],
  ],
  "a new sealed file": [{ want: { a: sealed("staging") }, has: {}, digests: new Map([["a", "d1"]]) }, ["s a"]],
  "a sealed file with the digest that was recorded": [
    {
      want: { a: sealed("staging") },
      has: { a: "enc" },
      wrote: { a: "enc" },
      digests: new Map([["a", "d1"]]),
      recordedSeals: new Map([["a", { digest: "d1", blob: blobId("enc") }]]),
    },
    ["k a"],
  ],
  "a sealed file with another digest": [
    {
      want: { a: sealed("staging") },
      has: { a: "enc" },
      wrote: { a: "enc" },
      digests: new Map([["a", "d2"]]),
      recordedSeals: new Map([["a", { digest: "d1", blob: blobId("enc") }]]),
    },
    ["s a"],
  ],
  "a sealed file whose digest is not known yet": [
    { want: { a: sealed("staging") }, has: { a: "enc" }, wrote: { a: "enc" } },
    ["k a"],
  ],
  "another environment's sealed file": [{ want: { a: sealed("production") }, has: { a: "enc" } }, ["c a"]],
  "another environment's sealed file that nobody sealed": [
    { want: { a: sealed("production"), b: "1" }, has: { b: "1" } },
    ["k b", "p a"],
  ],
  "a file that was sealed since we rendered without it": [
    {
      want: { "x/kustomization.yaml": "without" },
      has: { "x/kustomization.yaml": "with", "x/db.sops.yaml": "enc" },
      wrote: { "x/kustomization.yaml": "with", "x/db.sops.yaml": "enc" },
      pending: { "x/db.sops.yaml": "production" },
    },
    ["c x/db.sops.yaml", "c x/kustomization.yaml"],
  ],
  "a source that generates nothing": [{ want: {}, has: { a: "1" }, wrote: { a: "1" } }, ["d a", "! empty-tree ."]],
  "a folder where people have a file": [{ want: { "a/b": "1" }, has: { a: "1" } }, ["w a/b", "! file-and-folder a/b"]],
  "a file where people have a folder": [{ want: { a: "1" }, has: { "a/b": "1" } }, ["w a", "! file-and-folder a"]],
  "a folder where we had a file": [{ want: { "a/b": "1" }, has: { a: "1" }, wrote: { a: "1" } }, ["w a/b", "d a"]],
  "names that differ by case": [
    { want: { "Apps/web": "1" }, has: { "apps/notes": "1" } },
    ["w Apps/web", "! name-case Apps/web"],
  ],
  "a path that Git cannot hold": [
    { want: { "a/.GIT/config": "1" }, has: {} },
    ["w a/.GIT/config", "! unsafe-path a/.GIT/config"],
  ],
};

describe("planCommit", () => {
  for (const [name, [input, expected]] of Object.entries(table)) {
    it(name, () => {
      const plan = planCommit(planInput(input));
      const done = [
        ...[...plan.writes.keys()].map((path) => `w ${path}`),
        ...[...plan.seals.keys()].map((path) => `s ${path}`),
        ...[...plan.kept].map((path) => `k ${path}`),
        ...[...plan.carried].sort().map((path) => `c ${path}`),
        ...[...plan.pending.keys()].map((path) => `p ${path}`),
        ...[...plan.deletes].map((path) => `d ${path}`),
        ...codes(plan).map((conflict) => `! ${conflict}`),
      ];
      assert.deepEqual(done, expected);
      assert.equal(plan.changed, /^[wsd] /m.test(done.join("\n")));
    });
  }

  it("whatever is there: touches no file of people, and ends where it began when run again", () => {
    const texts = fc.dictionary(
      fc.constantFrom("a/x", "a/y", "b/x", "b/kustomization.yaml", "c"),
      fc.constantFrom("1", "2"),
    );
    fc.assert(
      fc.property(texts, texts, texts, (want, has, wrote) => {
        const plan = planCommit(planInput({ want, has, wrote }));
        const touched = [...plan.writes.keys(), ...plan.deletes].filter((path) => has[path] !== undefined);
        assert.ok(touched.every((path) => has[path] === wrote[path]));
        if (plan.conflicts.length > 0) return;
        const after = Object.fromEntries(
          [...plan.tree].map(([path, file]) => [path, file.kind === "text" ? file.content : (has[path] ?? "")]),
        );
        const again = planCommit(planInput({ want, has: after, wrote: { ...wrote, ...want } }));
        assert.deepEqual([again.changed, codes(again)], [false, []]);
      }),
    );
  });
});
