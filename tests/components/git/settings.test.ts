import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "mocha";
import { readSource } from "../../../components/git/source";
import { publish } from "../../../components/publish/publish";
import { noSealer, wantedFiles } from "../publish/wanted";
import { Scratch } from "./scratch";

const files = {
  "a/b.yaml": "crlf\r\n",
  ".gitattributes": "* text=auto eol=crlf filter=junk\n",
  "apps/base/web/x.yaml": "1\n",
};

interface Junk {
  readonly env?: Readonly<Record<string, string>>;
  /** Lines of the caller's own gitconfig; `<evil>` is a folder whose `run` fails and leaves a mark. */
  readonly config?: string;
}

const variables: Readonly<Record<string, string>> = {
  GIT_DIR: "/nonexistent",
  GIT_WORK_TREE: "/nonexistent",
  GIT_INDEX_FILE: "/nonexistent",
  GIT_OBJECT_DIRECTORY: "/nonexistent",
  GIT_ALTERNATE_OBJECT_DIRECTORIES: "/nonexistent",
  GIT_COMMON_DIR: "/nonexistent",
  GIT_NAMESPACE: "elsewhere",
  GIT_CEILING_DIRECTORIES: "/",
  GIT_EXEC_PATH: "/nonexistent",
  GIT_TEMPLATE_DIR: "/nonexistent",
  GIT_SSH_COMMAND: "false",
  GIT_ASKPASS: "false",
  GIT_EDITOR: "false",
  EDITOR: "false",
  PAGER: "false",
  GIT_PAGER: "false",
  GIT_AUTHOR_NAME: "Evil",
  GIT_AUTHOR_DATE: "junk",
  GIT_COMMITTER_EMAIL: "evil@example.org",
  GIT_COMMITTER_DATE: "junk",
  GIT_TRACE: "1",
  GIT_TRACE_PACKET: "1",
  GIT_DEFAULT_HASH: "sha256",
  GIT_PROTOCOL_FROM_USER: "0",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_REDIRECT_STDERR: "/nonexistent/file",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_QUARANTINE_PATH: "/nonexistent",
  GIT_REPLACE_REF_BASE: "refs/elsewhere/",
  GIT_FLUSH: "0",
  LANG: "de_DE.UTF-8",
  LC_ALL: "de_DE.UTF-8",
  GIT_CONFIG_PARAMETERS: "'core.bare'='junk'",
};

const settings: readonly string[] = [
  "[commit]\n gpgsign = true\n[user]\n signingKey = nobody",
  "[gpg]\n format = ssh\n[commit]\n gpgsign = true",
  "[core]\n autocrlf = true",
  "[core]\n eol = crlf\n safecrlf = true",
  "[core]\n hooksPath = <evil>/hooks",
  "[core]\n fsmonitor = <evil>/run",
  "[core]\n editor = <evil>/run\n pager = <evil>/run\n sshCommand = <evil>/run",
  "[core]\n attributesFile = <evil>/attributes\n excludesFile = <evil>/attributes",
  "[core]\n ignoreCase = true\n precomposeUnicode = true\n quotePath = true",
  '[filter "junk"]\n clean = <evil>/run\n smudge = <evil>/run\n required = true',
  '[url "/nonexistent/"]\n insteadOf = /',
  '[url "/nonexistent/"]\n pushInsteadOf = /',
  "[init]\n templateDir = <evil>\n defaultBranch = evil\n defaultObjectFormat = sha256",
  "[safe]\n directory = /nonexistent\n bareRepository = explicit",
  "[push]\n default = nothing\n followTags = true\n gpgSign = true",
  "[fetch]\n prune = true\n pruneTags = true\n writeCommitGraph = true\n fsckObjects = true",
  "[protocol]\n version = 0\n allow = never",
  "[transfer]\n hideRefs = refs/heads\n fsckObjects = true",
  "[user]\n name = Evil\n email = evil@example.org\n useConfigOnly = true",
  "[i18n]\n commitEncoding = UTF-16",
  "[log]\n showSignature = true\n date = relative\n follow = true",
  "[extensions]\n objectFormat = sha256",
  "[alias]\n commit-tree = !<evil>/run\n push = !<evil>/run",
  "[credential]\n helper = !<evil>/run",
  "[include]\n path = <evil>/no such file",
  "[gc]\n auto = 1\n[maintenance]\n auto = true\n strategy = incremental",
];

/** A case each takes half a second: the unit suite tries several at once, the long one each alone. */
const together = process.env["ROUNDS"] === undefined ? 9 : 1;

const cases: readonly Junk[] = [
  ...chunks(Object.entries(variables)).map((some) => ({ env: Object.fromEntries(some) })),
  ...chunks(settings).map((some) => ({ config: some.join("\n") })),
];

function chunks<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / together) }, (_, index) =>
    all.slice(index * together, (index + 1) * together),
  );
}

describe("the caller's git", function () {
  this.timeout(60_000);
  let home: Scratch;
  let evil: string;
  let expected: string;
  const ambient = { ...process.env };
  let scratch: Scratch;

  const commit = async (): Promise<string> => {
    scratch = new Scratch();
    await publish(wantedFiles(scratch, files), scratch.stateDir, noSealer);
    const source = await readSource(join(home.root, "program"));
    const made = scratch.git(scratch.url, "cat-file", "commit", "main").replaceAll(/(> )\d+ [+-]\d+$/gm, "$1now");
    return `${made}\n${JSON.stringify(source)}`;
  };
  before(async () => {
    home = new Scratch();
    evil = join(home.root, "evil");
    mkdirSync(join(evil, "hooks"), { recursive: true });
    const mark = `#!/bin/sh\ntouch "${evil}/ran"\nexit 1\n`;
    for (const name of ["run", "hooks/pre-push", "hooks/reference-transaction", "hooks/post-index-change"]) {
      writeFileSync(join(evil, name), mark);
      chmodSync(join(evil, name), 0o755);
    }
    writeFileSync(join(evil, "attributes"), "* text eol=crlf filter=junk\n");
    const program = join(home.root, "program");
    home.git(home.root, "init", "--quiet", program);
    writeFileSync(join(program, "index.ts"), "1\n");
    home.git(program, "add", ".");
    home.git(program, "commit", "--quiet", "-m", "Program");
    expected = await commit();
    assert.match(expected, /^tree [0-9a-f]{40}\nauthor flux-monorepo <[^]*"clean":true/);
    scratch.remove();
  });
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in ambient)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, ambient);
    scratch.remove();
  });
  after(() => {
    home.remove();
  });

  for (const { env = {}, config = "" } of cases)
    it(`changes nothing of a commit: ${[...Object.keys(env), config].join(" ").replaceAll(/\s+/g, " ")}`, async () => {
      const file = join(evil, ".gitconfig");
      writeFileSync(file, `${config.replaceAll("<evil>", evil)}\n`);
      if (config !== "") Object.assign(process.env, { HOME: evil, GIT_CONFIG_GLOBAL: file, XDG_CONFIG_HOME: evil });
      Object.assign(process.env, env);
      assert.equal(await commit(), expected);
    });
});
