import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Issue } from "../../../components/model/issue";
import { compileIssues } from "../../../tools/compile/compile-issues";
import { readDiagnostics } from "../../../tools/compile/diagnostics";

const installed = resolve(__dirname, "../../../node_modules");
const program = {
  "tsconfig.program.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      noCheck: true,
      skipLibCheck: true,
      types: [],
      lib: ["es2022"],
    },
    include: ["index.ts", "stacks"],
  }),
  "index.ts": 'import { web } from "./stacks/web";\nexport const replicas: number = web.deployment;\n',
  "stacks/web.ts": "export const web = { deployment: 1 };\n",
};

describe("compileIssues", function () {
  this.timeout(120_000);
  let dir = "";
  let checks = 0;

  const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
    }
  };
  const issues = (): Promise<readonly Issue[]> =>
    compileIssues({
      projectDir: dir,
      stateDir: join(dir, ".state"),
      report: { note: () => undefined, step: (_label, work) => ((checks += 1), work()) },
    });

  beforeEach(async () => {
    checks = 0;
    dir = await mkdtemp(join(tmpdir(), "flux-monorepo-compile-"));
    await symlink(installed, join(dir, "node_modules"));
    await write(program);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it("checks a program that compiles once", async () => {
    assert.deepEqual(await issues(), []);
    assert.deepEqual(await issues(), []);
    assert.equal(checks, 1);
  });

  it("names what an edit breaks in a file that nobody edited, again and again until it is mended", async () => {
    await issues();
    await write({ "stacks/web.ts": "export const web = { app: 1 };\n" });
    for (const [issue, ...others] of [await issues(), await issues()]) {
      assert.deepEqual(others, []);
      assert.equal(issue?.path, "index.ts");
      assert.equal(issue.code, "compile-error");
      assert.equal(issue.resource, "line 2, column 37");
      assert.match(issue.message, /^TS2339: Property 'deployment' does not exist/);
    }
    await write({ "stacks/web.ts": program["stacks/web.ts"] });
    assert.deepEqual(await issues(), []);
  });

  it("sees a file that is gone, a new one that an old one imports, and other settings of the compiler", async () => {
    await issues();
    await rm(join(dir, "stacks/web.ts"));
    assert.match(JSON.stringify(await issues()), /TS2307/);
    await write({
      "stacks/web.ts": 'export { web } from "./other";\n',
      "stacks/other.ts": "export const web = { deployment: undefined };\n",
    });
    assert.match(JSON.stringify(await issues()), /TS2322/);
    await write({ ...program, "tsconfig.program.json": "{ oops" });
    assert.notDeepEqual(await issues(), []);
  });
});

describe("readDiagnostics", () => {
  it("joins an error with the lines that explain it, and tells it from the files that were read", () => {
    const output = [
      "stacks/web.ts(3,5): error TS2322: Type 'A' is not assignable to type 'B'.",
      "  Types of property 'x' are incompatible.",
      "    Type 'string' is not assignable to type 'number'.",
      "error TS18003: No inputs were found.",
      "/work/program/index.ts",
      "",
    ].join("\n");
    assert.deepEqual(readDiagnostics(output, "/work/program"), {
      issues: [
        {
          code: "compile-error",
          path: "stacks/web.ts",
          resource: "line 3, column 5",
          message:
            "TS2322: Type 'A' is not assignable to type 'B'.\n  Types of property 'x' are incompatible.\n" +
            "    Type 'string' is not assignable to type 'number'.",
        },
        { code: "compile-error", path: "tsconfig.program.json", message: "TS18003: No inputs were found." },
      ],
      files: ["/work/program/index.ts"],
    });
  });
});
