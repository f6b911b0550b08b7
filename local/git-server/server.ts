import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { holdsPidFile, removePidFile, writePidFile } from "../processes/state-file";
import { ensureToken, gitFiles, readGitPort, username } from "./git-files";
import { serveGit } from "./http-backend";

/** Serves the repositories of a folder on loopback, to who has the token, until told to end or the folder is removed. */
function serve(folder: string): void {
  const files = gitFiles(folder);
  const port = readGitPort(files);
  if (port === undefined) throw new Error(`${files.port} names no port`);
  const allowed = digest(`${username}:${ensureToken(files)}`);
  const server = createServer((request, response) => {
    if (!timingSafeEqual(digest(credentials(request)), allowed)) {
      request.resume();
      const headers = { "www-authenticate": 'Basic realm="flux-monorepo"', "content-type": "text/plain" };
      response.writeHead(401, headers).end("The user name or the token is wrong.\n");
      return;
    }
    try {
      serveGit({ folder: files.repositories, user: username }, request, response);
    } catch {
      // A path that is no URL encoding, or that no variable can hold.
      response.writeHead(400).end();
    }
  });
  const end = (): void => {
    removePidFile(files.pidFile);
    process.exit(0);
  };
  process.once("SIGTERM", end).once("SIGINT", end);
  server.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.listen(port, "127.0.0.1", () => {
    writePidFile(files.pidFile);
    console.log(`${new Date().toISOString()} serving ${files.repositories} on port ${port}`);
    setInterval(() => {
      if (!holdsPidFile(files.pidFile)) process.exit(0);
    }, 1000);
  });
}

/** `user:password` of Basic authentication; empty when the request has none. */
function credentials(request: IncomingMessage): string {
  const [scheme, value = ""] = (request.headers.authorization ?? "").split(" ");
  return scheme?.toLowerCase() === "basic" ? Buffer.from(value, "base64").toString("utf8") : "";
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const [, , folder] = process.argv;
if (folder === undefined) throw new Error("usage: server.ts <folder>");
serve(folder);
