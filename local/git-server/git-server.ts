import { join } from "node:path";
import type { Report } from "../../tools/report";
import { startDaemon } from "../processes/daemon";
import { freePorts, isPortFree } from "../processes/free-ports";
import { readPidFile } from "../processes/state-file";
import { ensureToken, gitFiles, readGitPort, repositoryName, repositoryUrl, username, writeGitPort } from "./git-files";
import { ensureRepository } from "./repository";

/** How the shared repository is reached. */
export interface GitServer {
  readonly repositoryUrl: string;
  readonly username: string;
  readonly token: string;
}

/** The server of a folder when it runs; undefined otherwise. */
export function runningGitServer(folder: string): GitServer | undefined {
  const files = gitFiles(folder);
  const port = readGitPort(files);
  if (port === undefined || readPidFile(files.pidFile) === undefined) return undefined;
  return { repositoryUrl: repositoryUrl(port), username, token: ensureToken(files) };
}

/** Starts the server unless it runs; the repository is created empty at the first start. */
export async function ensureGitServer(folder: string, report: Report): Promise<GitServer> {
  const files = gitFiles(folder);
  const running = runningGitServer(folder);
  if (running !== undefined) return running;
  await ensureRepository(join(files.repositories, repositoryName));
  const port = await choosePort(readGitPort(files), report);
  writeGitPort(files, port);
  const token = ensureToken(files);
  const script = join(__dirname, "server.ts");
  await startDaemon({ title: "Git server", script, args: [folder], pidFile: files.pidFile, log: files.log });
  return { repositoryUrl: repositoryUrl(port), username, token };
}

async function choosePort(last: number | undefined, report: Report): Promise<number> {
  if (last !== undefined && (await isPortFree(last))) return last;
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error("no free port for the Git server");
  if (last !== undefined)
    report.note(`Port ${last} of the Git server is taken by another program; it is on port ${port} now.`);
  return port;
}
