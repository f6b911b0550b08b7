import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "mocha";
import { apiBase, httpsUrl, publicKnownHosts, sshUrl } from "../../../components/github/host";

describe("GitHub hosts", () => {
  it("have the addresses that the provider, Git and Flux take", () => {
    const place = { host: "github.example.org", owner: "example", name: "monorepo" };
    assert.equal(httpsUrl(place), "https://github.example.org/example/monorepo.git");
    assert.equal(sshUrl(place), "ssh://git@github.example.org/example/monorepo.git");
    assert.equal(apiBase("github.example.org"), "https://github.example.org/");
    assert.equal(apiBase("example.ghe.com"), "https://api.example.ghe.com/");
    assert.equal(apiBase("github.com"), "https://api.github.com/");
  });

  it("are known by the keys whose fingerprints GitHub publishes", () => {
    const found = publicKnownHosts
      .trim()
      .split("\n")
      .map((line) => {
        const [host, algorithm, key = ""] = line.split(" ");
        const digest = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
        return [host, algorithm, digest.replace(/=+$/, "")];
      });
    assert.deepEqual(found, [
      ["github.com", "ssh-ed25519", "+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU"],
      ["github.com", "ecdsa-sha2-nistp256", "p2QAMXNIC1TJYWeIOttrVc98/R1BUFWu3/LiyKgUfQM"],
      ["github.com", "ssh-rsa", "uNiVztksCsDhcc0u9e8BujQXVUpKZIDTMczCvj3tD2s"],
    ]);
  });
});
