import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below the ports that systems hand out to outgoing connections, so that none of those takes one while its server is down.
const lowest = 20_000;
const highest = 32_000;

/** As many different ports of the loopback address as asked for, each free now. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  for (let attempt = 0; ports.size < count; attempt += 1) {
    if (attempt > 1000) throw new Error(`no ${count} free ports between ${lowest} and ${highest} on 127.0.0.1`);
    const port = randomInt(lowest, highest);
    if (!ports.has(port) && (await isPortFree(port))) ports.add(port);
  }
  return [...ports];
}

/** Whether a server could listen there now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => {
      resolve(false);
    });
    server.listen({ host: "127.0.0.1", port, exclusive: true }, () =>
      server.close(() => {
        resolve(true);
      }),
    );
  });
}
