import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Published } from "../../../components/publish/publish";
import { Scratch } from "../git/scratch";
import { deployment } from "../manifests/fixture";
import { runOf, type Source } from "../preview/run";

type Fields = Readonly<Record<string, unknown>>;

/** Merges printed code into what the source says, as a person would. */
function merge(into: unknown, code: unknown): unknown {
  if (!isFields(into) || !isFields(code)) return code;
  const merged = Object.entries(code).map(
    ([key, value]) => [key, value === null ? null : merge(into[key], value)] as const,
  );
  const all: readonly (readonly [string, unknown])[] = [...Object.entries(into), ...merged];
  return Object.fromEntries([...new Map(all)].filter(([, value]) => value !== null));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const patch = { metadata: { labels: { tier: "front", old: "yes" } } };
const data = { a: "1", gone: "x" };
const before: Source = { patch, data, replicas: 3 };

interface Edit {
  readonly path: string;
  readonly change: (text: string) => string;
  /** Where the preview says that the code goes. */
  readonly place: RegExp;
  /** The source once its reader has followed. */
  readonly follow: (code: unknown) => Source;
}

const edits: readonly Edit[] = [
  {
    path: "apps/base/web/deployment.yaml",
    change: (text) =>
      text.replace("value: info", "value: debug").replace("name: web\n", "name: web\n  labels:\n    team: a\n"),
    place: /merge this into the app's object/,
    follow: (code) => ({ ...before, base: merge(deployment, code) as typeof deployment }),
  },
  {
    path: "apps/staging/web/deployment-patch.yaml",
    change: (text) => text.replace("tier: front", "tier: back").replace(/ +old: ["']?yes["']?\n/, ""),
    place: /merge this into the overlay's `patches` \(null: remove the field\)/,
    follow: (code) => ({ ...before, patch: merge(patch, code) as object }),
  },
  {
    path: "apps/staging/web/replicas-patch.yaml",
    change: (text) => text.replace("replicas: 3", "replicas: 7"),
    place: /set the number in the overlay's `replicas`/,
    follow: (code) => ({
      ...before,
      replicas: (code as { readonly spec: { readonly replicas: number } }).spec.replicas,
    }),
  },
  {
    path: "tools/staging/extra/settings.yaml",
    change: (text) => text.replace(/ +gone: x\n/, "").replace(/a: .*\n/, 'a: "two words"\n'),
    place: /merge this into the object that the overlay adds \(null/,
    follow: (code) => ({
      ...before,
      data: (merge({ data }, code) as { readonly data: Readonly<Record<string, string>> }).data,
    }),
  },
];

describe("the code of an edit that stays", function () {
  this.timeout(60_000);
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => {
    scratch.remove();
  });

  for (const { path, change, place, follow } of edits)
    it(`makes the next run clean once the source follows it: ${path}`, async () => {
      await (await runOf(scratch, before)).publish();
      const text = `${scratch.content(path)}\n`;
      assert.notEqual(change(text), text);
      const edit = scratch.person({ [path]: change(text) });
      assert.deepEqual(
        (await runOf(scratch, before)).planned.issues.map(({ code, path: at }) => [code, at]),
        [["foreign-edit", path]],
      );
      const { planned } = await runOf(scratch, before, { resolutions: { [path]: "theirs" } });
      assert.deepEqual(planned.issues, []);
      const notice = planned.notices.find(({ message }) => message.includes("the edit is the source's own"));
      assert.match(notice?.message ?? "", place);
      const code: unknown = runInNewContext(`(${(notice?.message ?? "").split("source's own:\n")[1] ?? ""})`);
      const followed = await runOf(scratch, follow(JSON.parse(JSON.stringify(code))));
      assert.deepEqual(followed.planned.issues, []);
      const { commit, plan } = (await followed.publish()) as Published;
      assert.deepEqual([commit, plan.changed, scratch.revision()], [undefined, false, edit]);
    });

  const settings = "tools/staging/extra/settings.yaml";
  const reform = async (change: (text: string) => string): Promise<string> => {
    await (await runOf(scratch, before)).publish();
    return scratch.person({ [settings]: change(`${scratch.content(settings)}\n`) });
  };

  it("is not asked for where an edit changes nothing but quotes and spaces", async () => {
    const edit = await reform((text) => text.replace(/a: .*\n/, "a:   '1'\n"));
    const { planned, publish } = await runOf(scratch, before);
    assert.deepEqual(planned.issues, []);
    const { plan } = (await publish()) as Published;
    assert.deepEqual([plan.changed, scratch.revision()], [false, edit]);
    const other = await reform((text) => text.replace(/a: .*\n/, "a: 1\n"));
    assert.match((await runOf(scratch, before)).planned.issues[0]?.code ?? "", /foreign-edit/);
    assert.equal(scratch.revision(), other);
  });

  it("says where an edit differs from the source by comments alone, which stay", async () => {
    await reform((text) => `# why\n${text}`);
    assert.match((await runOf(scratch, before)).planned.issues[0]?.code ?? "", /foreign-edit/);
    const { planned } = await runOf(scratch, before, { resolutions: { [settings]: "theirs" } });
    const said = planned.notices.map(({ message }) => message).join("\n");
    assert.match(said, /settings\.yaml: the source says the same by now; its resolution "ours" would change nothing/);
  });
});
