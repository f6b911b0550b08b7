import { join, relative } from "node:path";
import ts from "typescript";

/** One thing that the compiler refuses in the written code. */
export interface TypeFault {
  /** Path within the written folder. */
  readonly path: string;
  /** The text of the file before the fault. */
  readonly before: string;
  readonly message: string;
}

/** Checks the written code with the options of this program. */
export function typeFaults(project: string, folder: string, paths: readonly string[]): readonly TypeFault[] {
  const config = ts.readConfigFile(join(project, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, { ...ts.sys, readDirectory: () => [] }, project);
  const program = ts.createProgram({
    rootNames: paths.map((path) => join(folder, path)),
    options: { ...options, noEmit: true, types: ["node"], typeRoots: [join(project, "node_modules/@types")] },
  });
  return paths.flatMap((path) => {
    const file = program.getSourceFile(join(folder, path));
    if (file === undefined) return [];
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText, start = 0 }) => ({
      path: relative(folder, file.fileName),
      before: file.text.slice(0, start),
      message: ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 300),
    }));
  });
}
