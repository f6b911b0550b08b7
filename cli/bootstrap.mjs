// Plain Node without dependencies: makes a fresh clone able to run any command, then runs it under the project's own Node.
// Usage: node cli/bootstrap.mjs <command> [arguments]
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const explainCrash = join(root, "cli", "load", "explain-crash.ts");

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Tells whether node_modules holds what package-lock.json names, by npm's own record of what it installed. */
function isInstalled() {
  const packages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  try {
    const installed = packages(join(modules, ".package-lock.json"));
    const locked = Object.entries(packages(join(root, "package-lock.json"))).filter(([path]) => path !== "");
    const isMet = ([path, { version, optional, devOptional }]) =>
      installed[path] === undefined ? Boolean(optional || devOptional) : installed[path].version === version;
    return locked.every(isMet) && locked.length >= Object.keys(installed).length;
  } catch {
    return false;
  }
}

function install() {
  console.error("Installing node_modules as package-lock.json has them");
  const own = process.env.npm_execpath;
  const [program, first] = own?.endsWith("npm-cli.js") ? [process.execPath, [own]] : ["npm", []];
  const { status, error } = spawnSync(program, [...first, "ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status === 0) return;
  fail(
    `npm ci failed (${error?.message ?? `exit status ${status}`}). Is the npm registry reachable? Run "npm ci" in ${root} to see it alone.`,
  );
}

/** The Node that node_modules brings; where its install script could not run, this one, if it is new enough. */
function findNode() {
  const own = join(modules, ".bin", "node");
  if (existsSync(own)) return own;
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath;
  return fail(
    `Node 22 or newer is needed, and this is ${process.version}. Run "npm rebuild node" in ${root}, or install Node 22.`,
  );
}

function environment() {
  const { PATH = "", HTTPS_PROXY, https_proxy } = process.env;
  const proxy = HTTPS_PROXY || https_proxy ? { NODE_USE_ENV_PROXY: "1" } : {};
  const bin = join(modules, ".bin");
  return { ...process.env, ...proxy, PATH: PATH.split(delimiter)[0] === bin ? PATH : `${bin}${delimiter}${PATH}` };
}

function run(file, args) {
  const child = spawn(
    findNode(),
    ["--require", "tsx/cjs", ...(existsSync(explainCrash) ? ["--require", explainCrash] : []), file, ...args],
    {
      cwd: root,
      stdio: "inherit",
      env: environment(),
    },
  );
  // A terminal sends Ctrl-C to the child as well: it decides when to end. What is sent to this process alone is passed on.
  process.on("SIGINT", () => undefined);
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`could not start Node: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

const [command = "", ...args] = process.argv.slice(2);
if (Number.parseInt(process.versions.node, 10) < 20)
  fail(`Node 20 or newer is needed, and this is ${process.version}.`);
const fileOf = (name) =>
  [join(root, "cli", `${name}.ts`), join(root, "cli", name, "main.ts")].find((file) => existsSync(file));
const names = readdirSync(join(root, "cli")).map((name) => name.replace(/\.ts$/, ""));
const commands = [...new Set(names)].filter((name) => fileOf(name) !== undefined);
if (!commands.includes(command)) fail(`unknown command "${command}". Known: ${commands.join(", ")}`);
if (!isInstalled()) install();
run(fileOf(command), args);
