import { createServer } from "node:http";
import { join } from "node:path";
import { publish } from "../../components/publish/publish";
import { serveGit } from "../../local/git-server/http-backend";
import { generatedTree } from "../monorepo/tree";
import { noSecrets, wantedTree } from "../monorepo/wanted";
import { bareRepository } from "../monorepo/work-tree";
import { runTask } from "../task";

/** Counts the HTTP requests of a first commit and of a second one. */
runTask(async ({ apps, folder }) => {
  bareRepository(folder);
  const trees = [await generatedTree({ apps }), await generatedTree({ apps, changed: 0 })];
  return async () => {
    let requests = 0;
    const server = createServer((request, response) => {
      requests++;
      serveGit({ folder, user: "ada" }, request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const counts: number[] = [];
    for (const tree of trees) {
      const before = requests;
      await publish(
        wantedTree(`http://127.0.0.1:${port}/monorepo.git`, tree, folder),
        join(folder, "state"),
        noSecrets,
      );
      counts.push(requests - before);
    }
    server.closeAllConnections();
    server.close();
    return { first: counts[0] ?? Number.NaN, second: counts[1] ?? Number.NaN };
  };
});
