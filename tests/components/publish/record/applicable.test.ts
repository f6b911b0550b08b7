import assert from "node:assert/strict";
import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { publish } from "../../../../components/publish/publish";
import type { Published } from "../../../../components/publish/publish";
import { packRecorded, unpackRecorded } from "../../../../components/publish/record/recorded";
import type { RecordedState, Wanted } from "../../../../components/publish/wanted";
import { Scratch } from "../../git/scratch";
import { noSealer, wantedFiles } from "../wanted";

const web = "apps/base/web/deployment.yaml";
const notes = "apps/base/notes/service.yaml";
const cluster = "clusters/staging/apps.yaml";
const files = { [web]: "1\n", [notes]: "1\n", [cluster]: "kind: Kustomization\n" };
const treatedAsNew = /does not hold the commit [0-9a-f]{12} that the last update of staging recorded on main/;

describe("the record of a run and the repository", function () {
  this.timeout(30_000);
  let scratch: Scratch;
  let recorded: RecordedState | undefined;
  beforeEach(() => {
    scratch = new Scratch();
    recorded = undefined;
  });
  afterEach(() => {
    scratch.remove();
  });

  const run = async (texts: Readonly<Record<string, string>>, changes: Partial<Wanted> = {}): Promise<Published> => {
    const record = recorded === undefined ? {} : { recorded };
    const wanted = wantedFiles(scratch, texts, { ...record, ...changes });
    const published = await publish(wanted, scratch.stateDir, noSealer);
    recorded = unpackRecorded(packRecorded(published.recorded));
    return published;
  };
  const at = (url: string): Partial<Wanted> => ({ access: { ...wantedFiles(scratch, files).access, url } });
  const rebuilt = (): void => {
    renameSync(scratch.url, `${scratch.url}.old`);
    scratch.git(scratch.root, "init", "--quiet", "--bare", "--initial-branch=trunk", scratch.url);
  };
  const warnings = ({ plan }: Published): string => plan.warnings.join("\n");

  it("is none in a repository that was rebuilt empty: everything is written anew", async () => {
    await run(files);
    rebuilt();
    const anew = await run(files);
    assert.match(warnings(anew), /has no branch main.*it is treated as new, and every file is written/);
    assert.deepEqual(scratch.files(), Object.keys(files).sort());
    assert.equal(warnings(await run(files)), "");
  });

  it("is none in another repository: equal files are adopted, others are their authors', nothing is deleted", async () => {
    await run(files);
    rebuilt();
    scratch.person({ [web]: "1\n", [notes]: "theirs\n", "README.md": "theirs\n" });
    await assert.rejects(run(files), (error: Error) => {
      assert.match(error.message, /notes\/service.yaml: belongs to Ada/);
      return !/foreign-removal|foreign-edit|web\/deployment|clusters\/staging/.test(error.message);
    });
    const adopted = await run({ [web]: "1\n", [cluster]: files[cluster] });
    assert.match(warnings(adopted), treatedAsNew);
    assert.deepEqual(scratch.files(), ["README.md", notes, web, cluster].sort());
    assert.deepEqual([scratch.content(notes), scratch.commits()], ["theirs", 2]);
    await run({ [web]: "2\n", [cluster]: files[cluster] });
    assert.equal(scratch.content(web), "2");
  });

  it("goes along when the repository moves to another URL", async () => {
    await run(files);
    const moved = join(scratch.root, "moved.git");
    cpSync(scratch.url, moved, { recursive: true });
    const { plan } = await run({ [web]: "2\n", [cluster]: files[cluster] }, at(moved));
    assert.deepEqual([plan.warnings, [...plan.deletes], scratch.git(moved, "show", `main:${web}`)], [[], [notes], "2"]);
  });

  it("still tells a person's removal, where the history is the one that it knows", async () => {
    await run(files);
    scratch.person({ [notes]: null });
    await assert.rejects(run(files), /foreign-removal/);
  });

  it("knows what stands as it was left, where somebody rewrote the history", async () => {
    await run(files);
    scratch.person({ [notes]: "edited\n" });
    const flat = scratch.git(scratch.url, "commit-tree", "-m", "One commit for all", "main^{tree}");
    scratch.git(scratch.url, "update-ref", "refs/heads/main", flat);
    await assert.rejects(run({ ...files, [web]: "2\n" }), /notes\/service.yaml: belongs to Ada/);
    const { plan } = await run({ ...files, [web]: "2\n" }, { resolutions: { [notes]: "theirs" } });
    assert.deepEqual([...plan.writes.keys()], [web]);
    assert.deepEqual([scratch.content(web), scratch.content(notes)], ["2", "edited"]);
  });
});
