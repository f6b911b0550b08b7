import pulumi from "@pulumi/eslint-plugin";
import tseslint from "typescript-eslint";

const noDefaultExport = {
  selector: "ExportDefaultDeclaration",
  message: "Export by name.",
};

export default tseslint.config(
  { ignores: ["node_modules/", ".flux-monorepo/", "coverage/", "tests/types/refused/", "**/*.mjs"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    plugins: { "@pulumi": pulumi },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-unnecessary-condition": ["error", { allowConstantLoopConditions: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "max-lines": ["error", { max: 200, skipBlankLines: false, skipComments: false }],
      "max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 3],
      "no-restricted-syntax": ["error", noDefaultExport],
      "@pulumi/no-output-in-template-literal": "error",
      "@pulumi/no-output-instance-in-template-literal": "error",
      eqeqeq: "error",
    },
  },
  {
    // A describe block holds a whole table, and a test knows what it put in.
    files: ["tests/**/*.ts", "bench/**/*.ts"],
    rules: { "max-lines-per-function": "off" },
  },
);
