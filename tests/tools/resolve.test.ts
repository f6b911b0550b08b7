import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { IssuesError } from "../../components/model/issue";
import { silentReport } from "../../tools/report";
import { acquireTool } from "../../tools/resolve";
import { fakeGo, fakeMachine, gadget, notes, sha256, type FakeMachine } from "./fake-machine";

const asset = "https://vendor.test/gadget";

describe("acquireTool", () => {
  let machine: FakeMachine;
  beforeEach(() => (machine = fakeMachine()));
  afterEach(() => {
    machine.remove();
  });

  const release = (bytes: Buffer, digest = sha256(bytes)): void => {
    machine.web.set(asset, bytes).set(`${asset}.sha256`, Buffer.from(`${digest}  gadget\n`));
  };
  const runsOfGo = (): number =>
    readFileSync(join(machine.host.searchPath, "go.runs"), "utf8").trim().split("\n").length;

  it("takes a program on PATH that is new enough, and asks nobody else", async () => {
    machine.program("gadget", `[ "$1" = version ] && echo "gadget version 1.1.0 (linux)"`);
    const report = notes();
    const tool = await acquireTool(gadget, report, machine.host);
    assert.deepEqual(tool, { path: join(machine.host.searchPath, "gadget"), version: "v1.1.0", origin: "path" });
    assert.deepEqual(machine.asked, []);
    assert.deepEqual(report.lines, [`gadget v1.1.0: ${tool.path}, from PATH`]);
  });

  it("passes over a program on PATH that is older, and takes the vendor's release", async () => {
    machine.program("gadget", "echo v1.0.9");
    release(Buffer.from("#!/bin/sh\necho release\n"));
    const tool = await acquireTool(gadget, silentReport, machine.host);
    assert.equal(tool.origin, "release");
    assert.equal(readFileSync(tool.path, "utf8"), "#!/bin/sh\necho release\n");
  });

  it("passes over any but the pinned version where only that will do", async () => {
    machine.program("gadget", "echo v1.2.4");
    machine.program("go", fakeGo);
    const exact = { ...gadget, onPath: { arguments: ["version"] } };
    assert.equal((await acquireTool(exact, silentReport, machine.host)).origin, "module");
    machine.program("gadget", "echo v1.2.3");
    assert.equal((await acquireTool(exact, silentReport, machine.host)).origin, "path");
  });

  it("passes over a program that does not tell its version", async () => {
    machine.program("gadget", "echo broken >&2; exit 1");
    machine.program("go", fakeGo);
    assert.equal((await acquireTool(gadget, silentReport, machine.host)).origin, "module");
  });

  it("builds the pinned module where no release can be had, with the version set", async () => {
    machine.program("go", fakeGo);
    const report = notes();
    const tool = await acquireTool(gadget, report, machine.host);
    assert.equal(tool.origin, "module");
    assert.deepEqual(report.lines, ["gadget v1.2.3: built from its pinned Go module"]);
    const told = readFileSync(tool.path, "utf8");
    assert.match(
      told,
      new RegExp(
        `${machine.root}/modules/gadget build -trimpath -buildvcs=false -ldflags=-s -w -X main.version=v1.2.3 -o `,
      ),
    );
    assert.match(told, / example\.test\/gadget$/m);
  });

  it("takes it from the cache the next time, and says what it came from", async () => {
    machine.program("go", fakeGo);
    const first = await acquireTool(gadget, silentReport, machine.host);
    const report = notes();
    assert.deepEqual(await acquireTool(gadget, report, machine.host), { ...first, origin: "cache" });
    assert.deepEqual(report.lines, ["gadget v1.2.3: from the tool cache (built from its pinned Go module)"]);
    assert.equal(runsOfGo(), 1);
  });

  it("builds once when it is asked for twice at the same time", async () => {
    machine.program("go", `sleep 0.2; ${fakeGo}`);
    const [first, second] = await Promise.all([1, 2].map(() => acquireTool(gadget, silentReport, machine.host)));
    assert.equal(first?.path, second?.path);
    assert.equal(runsOfGo(), 1);
  });

  it("builds again when the module's go.mod changes", async () => {
    machine.program("go", fakeGo);
    const before = await acquireTool(gadget, silentReport, machine.host);
    writeFileSync(join(machine.host.modules, "gadget", "go.mod"), "module gadget\n\ngo 1.26.0\n");
    const after = await acquireTool(gadget, silentReport, machine.host);
    assert.notEqual(after.path, before.path);
    assert.equal(runsOfGo(), 2);
  });

  it("clears what a killed build left, and leaves nothing but the tool's folder", async () => {
    machine.program("go", fakeGo);
    const folder = dirname((await acquireTool(gadget, silentReport, machine.host)).path);
    mkdirSync(`${folder}.draft`);
    writeFileSync(join(folder, "origin"), "");
    writeFileSync(`${folder}.lock`, "999999999 gone\n");
    assert.equal((await acquireTool(gadget, silentReport, machine.host)).origin, "module");
    assert.deepEqual(
      readdirSync(dirname(folder)).map((name) => join(dirname(folder), name)),
      [folder],
    );
  });

  it("refuses a release whose digest is another, and says so when nothing else works", async () => {
    release(Buffer.from("tampered"), "0".repeat(64));
    const error = await acquireTool(gadget, silentReport, machine.host).catch((reason: unknown) => reason);
    assert.ok(error instanceof IssuesError);
    const [issue] = error.issues;
    assert.equal(issue?.code, "tool-unavailable");
    assert.equal(issue.resource, "gadget");
    const { message } = issue;
    assert.match(message, /^gadget v1\.2\.3 could not be had\.$/m);
    assert.match(message, /- PATH: not found$/m);
    assert.match(message, /- the tool cache: no .*cache\/tools\/gadget-v1\.2\.3-[0-9a-f]{12}$/m);
    assert.match(
      message,
      /- the vendor's official release: https:\/\/vendor\.test\/gadget has the sha256 [0-9a-f]{64}, and the vendor publishes 0{64}$/m,
    );
    assert.match(message, /- a build of its Go module: go is not on PATH/m);
    assert.match(message, /To install it by hand: brew install gadget$/m);
    assert.ok(
      !existsSync(join(machine.host.cache, "tools")) || readdirSync(join(machine.host.cache, "tools")).length === 0,
    );
  });

  it("says what go said when a build fails", async () => {
    machine.program("go", "echo 'main.go:3: undefined: frob' >&2; exit 1");
    await assert.rejects(
      acquireTool(gadget, silentReport, machine.host),
      /go build example\.test\/gadget failed:\nmain\.go:3: undefined: frob/,
    );
  });
});
