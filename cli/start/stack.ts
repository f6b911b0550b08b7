import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hostname } from "node:os";
import type { Report } from "../../tools/report";
import { callEngine, type Engine, type EngineResult } from "./engine";
import { keepPrivate, randomValue, readIfPresent, writePrivate } from "./folders";

/** Makes the stack when it is missing, clears the lock of a killed run, and forgets a cluster that is gone. */
export async function prepareStack(engine: Engine, clusterUid: string, report: Report): Promise<void> {
  const { folders, environment } = engine;
  keepPrivate(folders.passphrase, randomValue);
  mkdirSync(folders.home, { recursive: true, mode: 0o700 });
  // The CLI writes the stack's salt beside a Pulumi.yaml: this one keeps it away from the tracked files.
  writePrivate(join(folders.pulumi, "Pulumi.yaml"), "name: flux-monorepo\nruntime: nodejs\n");
  await cancelStaleLock(engine, report);
  await forgetLostCluster(engine, clusterUid, report);
  if (!hasStack(engine)) await must(engine, ["stack", "init", environment, "--secrets-provider", "passphrase"]);
  writePrivate(folders.cluster(environment), clusterUid);
}

/** Encrypts values into the stack's ignored file; each goes through standard input, out of sight of other processes. */
export async function encryptSecrets(engine: Engine, secrets: Readonly<Record<string, string>>): Promise<void> {
  const file = engine.folders.stackFile(engine.environment);
  for (const [key, value] of Object.entries(secrets)) {
    await must(
      engine,
      ["config", "set", "--path", key, "--secret", "--stack", engine.environment, "--config-file", file],
      value,
    );
  }
}

/** Processes of killed runs leave their lock behind; one whose process still runs is respected by the update itself. */
async function cancelStaleLock(engine: Engine, report: Report): Promise<void> {
  const locks = readLocks(engine);
  if (locks.length === 0 || locks.some(holderRuns)) return;
  await must(engine, ["cancel", engine.environment, "--yes"]);
  report.note(`Cleared the lock of an update of ${engine.environment} that was killed (process ${locks.join(", ")}).`);
}

async function forgetLostCluster(engine: Engine, clusterUid: string, report: Report): Promise<void> {
  const recorded = readIfPresent(engine.folders.cluster(engine.environment));
  if (recorded === undefined || recorded === clusterUid || !hasStack(engine)) return;
  report.note(`The embedded cluster of ${engine.environment} is a new one; the state of the one before is dropped.`);
  await must(engine, ["stack", "rm", engine.environment, "--yes", "--force", "--preserve-config"]);
  rmSync(engine.folders.cluster(engine.environment), { force: true });
}

function hasStack(engine: Engine): boolean {
  const stacks = join(engine.folders.pulumi, ".pulumi", "stacks", "flux-monorepo");
  return entriesOf(stacks).some((name) => name === `${engine.environment}.json`);
}

function readLocks(engine: Engine): readonly number[] {
  const folder = join(engine.folders.pulumi, ".pulumi", "locks", "organization", "flux-monorepo", engine.environment);
  return entriesOf(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => holderOf(join(folder, name)));
}

function holderOf(path: string): number {
  const lock: unknown = JSON.parse(readFileSync(path, "utf8"));
  const known = typeof lock === "object" && lock !== null && "pid" in lock && "hostname" in lock;
  if (!known || typeof lock.pid !== "number" || lock.hostname !== hostname()) return process.pid;
  return lock.pid;
}

function holderRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function must(engine: Engine, args: readonly string[], input?: string): Promise<EngineResult> {
  const cwd = engine.folders.pulumi;
  const result = await callEngine(engine, {
    args: [...args, "--non-interactive"],
    cwd,
    ...(input === undefined ? {} : { input }),
  });
  if (result.status === 0) return result;
  throw new Error(`pulumi ${args.slice(0, 2).join(" ")} failed: ${result.stderr.trim() || result.stdout.trim()}`);
}
