import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..");
const folder = join(__dirname, "refused");
const refused = readdirSync(folder).map((name) => join(folder, name));
const accepted = join(__dirname, "accepted.ts");

/** What the first line of a file says: the code of its one error, and a part of the message. */
function expectation(file: string): { code: number; message: string } {
  const [, code = "", message = ""] = /^\/\/ TS(\d+): (.+)$/m.exec(readFileSync(file, "utf8")) ?? [];
  assert.notEqual(code, "", `${basename(file)} says in its first line what the compiler says of it`);
  return { code: Number(code), message };
}

describe("what the compiler refuses", function () {
  this.timeout(120_000);
  let errors: ReadonlyMap<string, readonly ts.Diagnostic[]>;

  before(() => {
    const config = ts.getParsedCommandLineOfConfigFile(
      join(root, "tsconfig.json"),
      {},
      {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: (diagnostic) =>
          assert.fail(ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n")),
      },
    );
    assert.ok(config !== undefined);
    const program = ts.createProgram([...refused, accepted], config.options);
    errors = new Map(
      [...refused, accepted].map((file) => {
        const source = program.getSourceFile(file);
        assert.ok(source !== undefined);
        return [file, [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]];
      }),
    );
  });

  it("is nothing of what is right", () => {
    assert.deepEqual(
      errors.get(accepted)?.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
      [],
    );
  });

  for (const file of refused) {
    it(basename(file, ".ts"), () => {
      const { code, message } = expectation(file);
      const [error, ...others] = errors.get(file) ?? [];
      assert.ok(error !== undefined, "it compiles");
      assert.equal(others.length, 0, "it has one error");
      assert.equal(error.code, code);
      const said = ts.flattenDiagnosticMessageText(error.messageText, "\n");
      assert.ok(said.includes(message), said);
    });
  }
});
