import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitFiles, repositoryName } from "../../../local/git-server/git-files";
import { ensureRepository } from "../../../local/git-server/repository";
import { ensureSshServer, type SshAccess } from "../../../local/git-server/ssh-server";
import { endProcesses } from "../../../local/processes/end-processes";
import { processesOf } from "../../../local/processes/leftovers";
import { run } from "../../../tools/run";

describe("the Git server's SSH door", function () {
  this.timeout(30_000);
  let folder: string;
  let access: SshAccess | undefined;

  before(async function () {
    folder = mkdtempSync(join(tmpdir(), "ssh-server-"));
    await ensureRepository(join(gitFiles(folder).repositories, repositoryName));
    access = await ensureSshServer(folder);
    if (access === undefined) return this.skip();
    writeFileSync(join(folder, "key"), access.privateKey, { mode: 0o600 });
    writeFileSync(join(folder, "known_hosts"), access.knownHosts);
  });
  after(async () => {
    if (access !== undefined) assert.equal(processesOf(folder).length, 1);
    await endProcesses(processesOf(folder));
    assert.deepEqual(processesOf(folder), []);
    rmSync(folder, { recursive: true, force: true });
  });

  const ssh = (): readonly string[] => [
    ...["-F", "/dev/null", "-i", join(folder, "key"), "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes"],
    ...["-o", `UserKnownHostsFile=${join(folder, "known_hosts")}`, "-o", "StrictHostKeyChecking=yes"],
  ];

  const url = (): string => access?.repositoryUrl ?? assert.fail();

  it("takes a push and serves it", async () => {
    const env = { ...process.env, GIT_SSH_COMMAND: `ssh ${ssh().join(" ")}` };
    const work = join(folder, "work");
    const git = (...args: readonly string[]) =>
      run("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], { env });
    assert.equal((await git("clone", url(), work)).status, 0);
    await git("-C", work, "commit", "--allow-empty", "-m", "one");
    const push = await git("-C", work, "push", "origin", "HEAD:main");
    assert.equal(push.status, 0, push.stderr);
    assert.match((await git("ls-remote", url())).stdout, /refs\/heads\/main/);
  });

  it("runs no other command", async () => {
    const { hostname, port, username } = new URL(url());
    const result = await run("ssh", [...ssh(), "-p", port, `${username}@${hostname}`, "id"]);
    assert.notEqual(result.status, 0);
    assert.match(result.stderr, /only Git is served here/);
  });

  it("is started once", async () => {
    assert.deepEqual(await ensureSshServer(folder), access);
  });
});
