import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");

/** Files that texts show whole, by the path that they are to have. */
function shownFiles(): ReadonlyMap<string, string> {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const fences = [...readme.matchAll(/^```ts\n\/\/ (stacks\/\S+\.ts)\n([^]*?)^```$/gm)];
  const rules = readFileSync(join(root, "stacks/rules.ts"), "utf8");
  const [comment = ""] = /\/\*\*[^]*?\*\//.exec(rules) ?? [];
  const example = comment
    .split("\n")
    .filter((line) => line === " *" || line.startsWith(" *     "))
    .map((line) => line.slice(" *     ".length));
  return new Map([
    ...fences.map(([, path = "", text = ""]) => [path, text] as const),
    ["stacks/rules-example.ts", example.join("\n")],
  ]);
}

describe("code that README and comments show whole", function () {
  this.timeout(120_000);

  it("compiles as it stands", () => {
    const shown = new Map([...shownFiles()].map(([path, text]) => [join(root, path), text]));
    assert.ok(shown.size > 1);
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
      config: unknown;
    };
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const host = ts.createCompilerHost(options);
    const program = ts.createProgram([...shown.keys()], options, {
      ...host,
      fileExists: (path) => shown.has(path) || host.fileExists(path),
      readFile: (path) => shown.get(path) ?? host.readFile(path),
      getSourceFile: (path, ...rest) => {
        const text = shown.get(path);
        return text === undefined
          ? host.getSourceFile(path, ...rest)
          : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
      },
    });
    for (const [path, text] of shown) {
      assert.ok(text.includes("import "), `${dirname(path)} shows no imports`);
      const source = program.getSourceFile(path);
      assert.ok(source !== undefined);
      const errors = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      assert.deepEqual(
        errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
        [],
      );
    }
  });
});
