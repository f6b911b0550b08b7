import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolRecipe } from "../../tools/catalog/recipe";
import type { ToolHost } from "../../tools/host";
import type { Report } from "../../tools/report";

/** A machine in a temporary folder: its own PATH and cache, a go that writes what it was told, and downloads from a map. */
export interface FakeMachine {
  readonly host: ToolHost;
  readonly root: string;
  /** URL → what it answers with. */
  readonly web: Map<string, Buffer>;
  /** Every URL that was asked for. */
  readonly asked: string[];
  /** Puts a shell script on PATH. */
  program(name: string, script: string): void;
  remove(): void;
}

/** Makes a fake machine; its PATH also holds the shell's own programs. */
export function fakeMachine(): FakeMachine {
  const root = mkdtempSync(join(tmpdir(), "flux-monorepo-tools-"));
  const bin = join(root, "bin");
  const web = new Map<string, Buffer>();
  const asked: string[] = [];
  mkdirSync(bin);
  mkdirSync(join(root, "modules", "gadget"), { recursive: true });
  writeFileSync(join(root, "modules", "gadget", "go.mod"), "module gadget\n");
  const download = (url: string): Promise<Buffer> => {
    asked.push(url);
    const answer = web.get(url);
    return answer === undefined
      ? Promise.reject(new Error(`${new URL(url).host} cannot be reached`))
      : Promise.resolve(answer);
  };
  return {
    root,
    web,
    asked,
    host: {
      cache: join(root, "cache"),
      searchPath: bin,
      platform: { os: "linux", arch: "amd64" },
      modules: join(root, "modules"),
      download,
    },
    program: (name, script) => {
      writeFileSync(join(bin, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    },
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A script for a fake go: writes its arguments into the file that follows `-o`, and counts its runs. */
export const fakeGo = `echo run >> "$0.runs"; args="$*"; while [ "$1" != -o ]; do shift; done; { echo "#!/bin/sh"; echo "# $PWD $args"; } > "$2"; chmod +x "$2"`;

/** A tool that every way could provide. */
export const gadget: ToolRecipe = {
  name: "gadget",
  version: "v1.2.3",
  onPath: { arguments: ["version"], atLeast: "v1.1.0" },
  release: () => ({
    url: "https://vendor.test/gadget",
    form: { kind: "program" },
    digest: { file: "https://vendor.test/gadget.sha256" },
  }),
  module: { folder: "gadget", main: "example.test/gadget", variables: { "main.version": "v1.2.3" }, minutes: 1 },
  byHand: "brew install gadget",
};

/** The sha256 of some bytes, in hexadecimal. */
export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A report that keeps its notes. */
export function notes(): Report & { readonly lines: string[] } {
  const lines: string[] = [];
  return { lines, note: (line) => void lines.push(line), step: (_label, work) => work() };
}
