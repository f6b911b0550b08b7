import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import { httpDownloads } from "../../../tools/system/download";

describe("httpDownloads", () => {
  const servers: Server[] = [];
  const serve = (listener: RequestListener): Promise<string> =>
    new Promise((resolve) => {
      const server = createServer(listener).listen(0, "127.0.0.1", () => {
        const address = server.address();
        resolve(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`);
      });
      servers.push(server);
    });
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  it("gives the bytes, also after a redirect", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/old") response.writeHead(302, { location: "/new" }).end();
      else response.end(Buffer.from([0, 255, 128]));
    });
    assert.deepEqual([...(await httpDownloads()(`${url}/old`))], [0, 255, 128]);
  });

  it("asks a host that answered with an error again", async () => {
    let calls = 0;
    const url = await serve((_request, response) => response.writeHead((calls += 1) === 1 ? 404 : 200).end("ok"));
    const download = httpDownloads();
    await assert.rejects(download(url), /answered 404 Not Found/);
    assert.equal(String(await download(url)), "ok");
  });

  it("gives up soon on a host that does not answer, and does not ask it again", async () => {
    let calls = 0;
    const url = await serve(() => void (calls += 1));
    const download = httpDownloads({ connect: 100, idle: 1000 });
    await assert.rejects(download(`${url}/a`), /127\.0\.0\.1:\d+ cannot be reached \(no answer within 0\.1 s\)/);
    await assert.rejects(download(`${url}/b`), /cannot be reached/);
    assert.equal(calls, 1);
  });

  it("gives up on a download that stalls", async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write("half"));
    await assert.rejects(httpDownloads({ connect: 1000, idle: 100 })(url), /sent nothing for 0\.1 s/);
  });
});
