import { readFileSync } from "node:fs";
import ts from "typescript";

/** One import or re-export at the top of a source file. */
export interface ModuleImport {
  readonly name: string;
  /** Erased when the program runs. */
  readonly typeOnly: boolean;
}

const cache = new Map<string, readonly ModuleImport[]>();

/** Every static import and re-export of a source file. */
export function importsOf(path: string): readonly ModuleImport[] {
  const known = cache.get(path);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022);
  const imports = source.statements.flatMap((statement) => moduleOf(statement));
  cache.set(path, imports);
  return imports;
}

/** The modules that a source file loads when it runs. */
export function loadedBy(path: string): readonly string[] {
  return importsOf(path).flatMap(({ name, typeOnly }) => (typeOnly ? [] : [name]));
}

function moduleOf(statement: ts.Statement): readonly ModuleImport[] {
  if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
    const typeOnly = statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return [{ name: statement.moduleSpecifier.text, typeOnly }];
  }
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
  if (!ts.isStringLiteral(statement.moduleSpecifier)) return [];
  return [{ name: statement.moduleSpecifier.text, typeOnly: statement.isTypeOnly }];
}
