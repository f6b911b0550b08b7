import { resolve } from "node:path";
import { formatIssues } from "../../components/model/issue";
import { stateFolder } from "../../local/folders";
import { compileIssues } from "../../tools/compile/compile-issues";

const projectDir = resolve(__dirname, "../..");

/** A command that cannot even be loaded is explained by what the compiler has against the program, if it has anything. */
process.on("uncaughtException", (error) => {
  void explain(error).then((text) => {
    console.error(text);
    process.exit(1);
  });
});

async function explain(error: Error): Promise<string> {
  const issues = await compileIssues({ projectDir, stateDir: stateFolder(projectDir) }).catch(() => []);
  return issues.length > 0 ? formatIssues(issues) : (error.stack ?? String(error));
}
