import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcesses } from "../../../local/processes/end-processes";
import { freePorts, isPortFree } from "../../../local/processes/free-ports";
import { processesOf, programName } from "../../../local/processes/leftovers";
import { identify, isRunning } from "../../../local/processes/process-identity";
import { holdsPidFile, readPidFile, removePidFile, writePidFile } from "../../../local/processes/state-file";

describe("processes of the platform", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "processes-"))));
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("are known by pid and start time", () => {
    const mine = identify(process.pid);
    assert.ok(mine !== undefined && isRunning(mine));
    assert.equal(isRunning({ ...mine, started: "0" }), false);
    assert.equal(identify(2 ** 22 + 1), undefined);
  });

  it("are not found by a pid file that names a pid of another process", () => {
    const path = join(folder, "pid");
    writePidFile(path);
    assert.equal(readPidFile(path)?.pid, process.pid);
    assert.ok(holdsPidFile(path));
    removePidFile(path);
    assert.equal(readPidFile(path), undefined);
    writeFileSync(path, JSON.stringify({ pid: process.pid, started: "0" }));
    assert.equal(readPidFile(path), undefined);
  });

  it("end by SIGTERM, or by SIGKILL when they do not listen", async () => {
    const polite = spawn("sleep", ["1000"]);
    const deaf = spawn("sh", ["-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"]);
    await once(deaf.stdout, "data");
    const both = [polite, deaf].flatMap(({ pid }) => identify(pid ?? 0) ?? []);
    assert.equal(both.length, 2);
    const exits = Promise.all([once(polite, "exit"), once(deaf, "exit")]);
    await endProcesses(both, 200);
    await exits;
    assert.deepEqual([polite.signalCode, deaf.signalCode], ["SIGTERM", "SIGKILL"]);
  });

  it("are found by the folder their command names, and programs of others are left alone", async () => {
    const own = join(folder, "staging");
    const start = (argv0: string, word: string) => spawn("sh", ["-c", "echo ready; read line", word], { argv0 });
    const children = [
      start("/bin/etcd", `--data-dir=${own}/etcd`),
      start("vim", `${own}/log`),
      start("/bin/etcd", `--data-dir=${folder}/staging-2/etcd`),
    ];
    await Promise.all(children.map((child) => once(child.stdout, "data")));
    const found = processesOf(own);
    assert.deepEqual(
      found.map(({ pid, command }) => [pid, programName(command)]),
      [[children[0]?.pid, "etcd"]],
    );
    for (const child of children) child.kill("SIGKILL");
  });
});

describe("free ports", () => {
  it("differ and can be listened on", async () => {
    const ports = await freePorts(20);
    assert.equal(new Set(ports).size, 20);
    assert.deepEqual(
      await Promise.all(ports.map(isPortFree)),
      ports.map(() => true),
    );
  });
});
