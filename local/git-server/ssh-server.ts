import { spawn } from "node:child_process";
import { chmodSync, closeSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lastLines, run } from "../../tools/run";
import { openLog } from "../processes/daemon";
import { freePorts } from "../processes/free-ports";
import { identify } from "../processes/process-identity";
import { readPidFile, writeJson } from "../processes/state-file";
import { gitFiles, repositoryName } from "./git-files";

/** How the shared repository is reached with a deploy key. */
export interface SshAccess {
  /** `ssh://user@127.0.0.1:port/monorepo.git`, the form that Flux takes. */
  readonly repositoryUrl: string;
  readonly privateKey: string;
  /** A `known_hosts` text with the server's key. */
  readonly knownHosts: string;
}

const programs = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/opt/homebrew/sbin/sshd"];

/** Serves the shared repository of a Git server's folder over SSH as well; undefined where this machine has no sshd. */
export async function ensureSshServer(gitFolder: string): Promise<SshAccess | undefined> {
  const sshd = programs.find((path) => existsSync(path));
  if (sshd === undefined) return undefined;
  const folder = join(gitFolder, "ssh");
  const running = readPidFile(join(folder, "sshd.pid.json"));
  if (running === undefined) await start(sshd, folder, join(gitFiles(gitFolder).repositories, repositoryName));
  return readAccess(folder);
}

async function start(sshd: string, folder: string, repository: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const key of ["host-key", "deploy-key"]) await ensureKey(join(folder, key));
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error("no free port for sshd");
  writeConfiguration(folder, repository, port);
  // sshd refuses to run as root without this folder, which its Debian service makes at boot.
  if (userInfo().uid === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  const logFile = join(folder, "sshd.log");
  const log = openLog(logFile);
  const child = spawn(sshd, ["-D", "-e", "-f", join(folder, "sshd_config")], {
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  const deadline = Date.now() + 10_000;
  while (!(await answers(port))) {
    if (child.exitCode === null && Date.now() < deadline) await sleep(25);
    else throw new Error(`sshd did not start.\n${lastLines(readFileSync(logFile, "utf8"))}`);
  }
  writeJson(join(folder, "sshd.pid.json"), identify(child.pid ?? 0));
}

async function ensureKey(path: string): Promise<void> {
  if (existsSync(`${path}.pub`)) return;
  rmSync(path, { force: true });
  const result = await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "flux-monorepo", "-f", path]);
  if (result.status !== 0) throw new Error(`ssh-keygen failed: ${lastLines(result.stderr)}`);
}

/** The key opens nothing but the two Git commands on the one repository. */
function writeConfiguration(folder: string, repository: string, port: number): void {
  const command = join(folder, "git-only");
  const cases = ["upload", "receive"].map(
    (kind) => `  "git-${kind}-pack '/${repositoryName}'") exec git ${kind}-pack "${repository}" ;;`,
  );
  const refuse = `  *) echo "only Git is served here" >&2; exit 1 ;;`;
  writeFileSync(command, ["#!/bin/sh", 'case "$SSH_ORIGINAL_COMMAND" in', ...cases, refuse, "esac", ""].join("\n"));
  chmodSync(command, 0o700);
  const lines = [
    "ListenAddress 127.0.0.1",
    `Port ${port}`,
    `HostKey ${join(folder, "host-key")}`,
    `AuthorizedKeysFile ${join(folder, "deploy-key.pub")}`,
    `ForceCommand ${command}`,
    "PidFile none",
    "AuthenticationMethods publickey",
    "PermitRootLogin prohibit-password",
    "StrictModes no",
    "UsePAM no",
    "AllowTcpForwarding no",
    "AllowAgentForwarding no",
    "PermitTTY no",
  ];
  writeFileSync(join(folder, "sshd_config"), `${lines.join("\n")}\n`);
}

function readAccess(folder: string): SshAccess {
  const configuration = readFileSync(join(folder, "sshd_config"), "utf8");
  const port = /^Port (\d+)$/m.exec(configuration)?.[1] ?? "";
  const [kind, key] = readFileSync(join(folder, "host-key.pub"), "utf8").split(" ");
  return {
    repositoryUrl: `ssh://${userInfo().username}@127.0.0.1:${port}/${repositoryName}`,
    privateKey: readFileSync(join(folder, "deploy-key"), "utf8"),
    knownHosts: `[127.0.0.1]:${port} ${kind} ${key}\n`,
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => {
      resolve(false);
    });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}
