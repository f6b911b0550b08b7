import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { after, before, describe, it } from "mocha";
import { pulumiEnvironment } from "../../tools/pulumi-environment";
import { startWorld, type World } from "./github/world";

const execute = promisify(execFile);
const project = resolve(__dirname, "..", "..");
const token = "canary-github-token";

describe("GitHub on the real engine, with a plugin that stands in for @pulumi/github's", function () {
  this.timeout(120_000);
  this.bail(true);

  let folder = "";
  let world: World;
  let environment: NodeJS.ProcessEnv = {};
  const said: string[] = [];
  const pulumi = async (...args: readonly string[]): Promise<string> => {
    const call = execute("pulumi", [...args, "--stack", "staging", "--non-interactive"], {
      cwd: folder,
      env: environment,
    });
    const { stdout, stderr } = await call.catch((error: unknown) => {
      throw new Error(`${String(Reflect.get(Object(error), "stdout"))}${String(Reflect.get(Object(error), "stderr"))}`);
    });
    said.push(stdout, stderr);
    return stdout;
  };
  const update = async (generation: number): Promise<readonly string[]> => {
    await pulumi("config", "set", "flux-monorepo:generation", String(generation));
    world.events.length = 0;
    await pulumi("up", "--yes", "--skip-preview", "--diff");
    return [...world.events];
  };
  const keyOf = (events: readonly string[], start: string): string =>
    events.find((event) => event.startsWith(start))?.slice(start.length + 1) ?? "";

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "flux-monorepo-github-")));
    world = await startWorld();
    for (const name of ["components", "stacks", "tools", "node_modules"])
      symlinkSync(join(project, name), join(folder, name));
    const write = (path: string, text: string, mode = 0o644): void => {
      writeFileSync(join(folder, path), text, { mode });
    };
    write(
      "Pulumi.yaml",
      "name: flux-monorepo\nruntime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n",
    );
    write("index.js", program("program.ts", "module.exports = "));
    write("plugin.js", program("plugin.ts", ""));
    write("kubeconfig", kubeconfig(world.url));
    mkdirSync(join(folder, "bin"));
    write("bin/pulumi-resource-github", `#!/bin/sh\nexec node "${join(folder, "plugin.js")}" "$@"\n`, 0o755);
    const { command, variables } = await pulumiEnvironment(join(folder, "home"));
    environment = {
      ...process.env,
      ...variables,
      PATH: [join(folder, "bin"), resolve(command, ".."), variables.PATH].join(delimiter),
      PULUMI_BACKEND_URL: `file://${folder}`,
      PULUMI_CONFIG_PASSPHRASE: "passphrase",
      FAKE_WORLD: world.url,
    };
    await execute("pulumi", ["stack", "init", "staging"], { cwd: folder, env: environment });
    await pulumi("config", "set", "flux-monorepo:kubeconfig", join(folder, "kubeconfig"));
    await pulumi("config", "set", "--secret", "flux-monorepo:gitHubToken", token);
  });
  after(async () => {
    await world.end();
    rmSync(folder, { recursive: true, force: true });
  });

  let first = "";
  it("takes a repository over as it is, registers a key before the cluster gets it, and adds the rules", async () => {
    const events = await update(1);
    first = keyOf(events, "github + RepositoryDeployKey");
    assert.match(first, /^ssh-ed25519 \S+ flux-monorepo staging \(cluster staging\)$/);
    const order = [`github + RepositoryDeployKey ${first}`, `cluster = flux-system ${first}`];
    const places = order.map((event) => events.indexOf(event));
    assert.ok((places[0] ?? -1) >= 0 && (places[0] ?? 0) < (places[1] ?? 0), events.join("\n"));
    const others = events.filter((event) => /^github . (?!RepositoryDeployKey|RepositoryWebhook)/.test(event));
    assert.deepEqual(others.map((event) => event.split(" ").slice(0, 3).join(" ")).sort(), [
      "github + RepositoryRuleset",
      "github + TeamRepository",
    ]);
  });

  it("rotates it by one setting: the new key is known and used before the old one goes", async () => {
    const events = await update(2);
    const second = keyOf(events, "github + RepositoryDeployKey");
    assert.notEqual(second, first);
    assert.deepEqual(events, [
      `github + RepositoryDeployKey ${second}`,
      `cluster = flux-system ${second}`,
      `github - RepositoryDeployKey ${first}`,
    ]);
  });

  it("changes nothing when nothing is asked for", async () => {
    assert.deepEqual(await update(2), []);
  });

  it("keeps keys and tokens encrypted in state, and shows none", async () => {
    const state = await pulumi("stack", "export");
    const { deployment } = JSON.parse(await pulumi("stack", "export", "--show-secrets")) as { deployment: object };
    said.splice(-2);
    const secrets = [token, ...found(deployment, "privateKey"), ...found(deployment, "token")].map((text) =>
      text.includes("OPENSSH") ? (text.split("\n")[2] ?? "") : text,
    );
    // The token of the provider, the private key of the pair, the webhook's token.
    assert.ok(new Set(secrets).size >= 3, String(secrets.length));
    const file = readFileSync(join(folder, ".pulumi", "stacks", "flux-monorepo", "staging.json"), "utf8");
    for (const secret of secrets)
      for (const text of [state, file, ...said])
        assert.ok(
          !text.includes(secret) && !text.includes(Buffer.from(secret).toString("base64")),
          "a secret in clear",
        );
  });

  it("leaves the repository and its rules when it is destroyed, and takes its own key away", async () => {
    world.events.length = 0;
    await pulumi("destroy", "--yes", "--skip-preview");
    const gone = world.events.filter((event) => event.startsWith("github -")).map((event) => event.split(" ")[2]);
    assert.deepEqual(gone.sort(), ["RepositoryDeployKey", "RepositoryWebhook"]);
    assert.ok(world.events.includes("cluster - flux-system"));
  });

  it("takes it over once more, and changes what the source says of it", async () => {
    await pulumi("config", "set", "flux-monorepo:public", "true");
    const events = await update(3);
    assert.deepEqual(
      events.filter((event) => event.includes(" Repository ")),
      ["github ~ Repository public"],
    );
  });
});

function program(file: string, before: string): string {
  const path = JSON.stringify(join(project, "tests", "e2e", "github", file));
  return `require(${JSON.stringify(join(project, "node_modules", "tsx", "dist", "cjs", "index.cjs"))});\n${before}require(${path});\n`;
}

function kubeconfig(server: string): string {
  const named = { name: "staging" };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ ...named, cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ ...named, user: {} }],
    contexts: [{ ...named, context: { cluster: "staging", user: "staging" } }],
  });
}

/** Values of a property, wherever in a state that is shown in clear. */
function found(value: unknown, name: string): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const plain: unknown =
      typeof part === "object" && part !== null ? (Reflect.get(part, "plaintext") as unknown) : part;
    return key === name && typeof plain === "string" ? [unquoted(plain)] : found(part, name);
  });
}

function unquoted(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}
