import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const project = join(__dirname, "..", "..");

describe("bootstrap", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "flux-monorepo-bootstrap-"));
    for (const folder of ["cli", "bin", "node_modules/.bin"]) mkdirSync(join(root, folder), { recursive: true });
    cpSync(join(project, "cli", "bootstrap.mjs"), join(root, "cli", "bootstrap.mjs"));
    writeFileSync(
      join(root, "cli", "hello.ts"),
      "enum Exit { Code = 3 }\nconsole.log(process.argv.slice(2).join(), process.env.PATH?.split(':')[0]);\nprocess.exit(Exit.Code);\n",
    );
    lock("package-lock.json", {
      "": { name: "x" },
      "node_modules/a": { version: "1.0.0" },
      "node_modules/b": { version: "1.0.0", optional: true },
    });
    npm("exit 1");
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const lock = (file: string, packages: object): void => {
    writeFileSync(join(root, file), JSON.stringify({ packages }));
  };
  const installed = (version: string): void => {
    lock("node_modules/.package-lock.json", { "node_modules/a": { version } });
    symlinkSync(join(project, "node_modules", "tsx"), join(root, "node_modules", "tsx"));
    symlinkSync(process.execPath, join(root, "node_modules", ".bin", "node"));
  };
  const npm = (script: string): void => {
    writeFileSync(join(root, "bin", "npm"), `#!/bin/sh\necho "$@" >> ${root}/npm.log\n${script}\n`);
    chmodSync(join(root, "bin", "npm"), 0o755);
  };
  const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } => {
    const env = { PATH: `${join(root, "bin")}:/usr/bin:/bin` };
    return spawnSync(process.execPath, [join(root, "cli", "bootstrap.mjs"), ...args], {
      encoding: "utf8",
      env,
      cwd: tmpdir(),
    });
  };

  it("runs a command of cli/ with its arguments and gives its exit status", () => {
    installed("1.0.0");
    const { status, stdout } = run("hello", "a", "b");
    assert.equal(stdout, `a,b ${join(root, "node_modules", ".bin")}\n`);
    assert.equal(status, 3);
    assert.ok(!existsSync(join(root, "npm.log")));
  });

  it("installs what package-lock.json has when node_modules has another version", () => {
    installed("0.9.0");
    npm("exit 0");
    const { status, stderr } = run("hello");
    assert.equal(status, 3);
    assert.equal(stderr, "Installing node_modules as package-lock.json has them\n");
    assert.equal(readFileSync(join(root, "npm.log"), "utf8"), "ci --no-audit --no-fund --loglevel=error\n");
  });

  it("says how to see why when the installation fails", () => {
    const { status, stderr } = run("hello");
    assert.equal(status, 1);
    assert.match(stderr, /npm ci failed \(exit status 1\)\. Is the npm registry reachable\? Run "npm ci" in /);
  });

  it("lists the commands where it is asked for another", () => {
    const { status, stderr } = run("hallo");
    assert.equal(status, 1);
    assert.equal(stderr, 'unknown command "hallo". Known: hello\n');
  });
});
