import assert from "node:assert/strict";
import type { ProvidedObject } from "../../../components/validation/gate-input";
import { collect } from "../../../components/validation/collect";
import { runRules, type FoundIssue } from "../../../components/validation/judge";
import { builtInRules } from "../../../components/validation/rules";
import { plainBuilder } from "./plain-builder";
import type { Files } from "./sound-tree";

/** One tree that breaks a rule, and the one issue that must come of it. */
export interface Case {
  readonly title: string;
  readonly files: Files;
  readonly code: string;
  readonly path: string;
  readonly resource?: string;
  /** What the message must say: what is wrong, the value and the remedy. */
  readonly message: RegExp;
}

/** Every issue of every rule. */
export async function issuesOf(files: Files, provided: readonly ProvidedObject[] = []): Promise<readonly FoundIssue[]> {
  return runRules(builtInRules, await collect({ files, build: plainBuilder, provided }));
}

/** Each case gives its own issue, and no rule says anything else of that tree. */
export function breaking(cases: readonly Case[]): void {
  for (const { title, files, ...expected } of cases) {
    it(`${expected.code}: ${title}`, async () => {
      const issues = await issuesOf(files);
      const [first] = issues;
      assert.equal(issues.length, 1, JSON.stringify(issues, null, 2));
      assert.equal(first?.code, expected.code);
      assert.equal(first.path, expected.path);
      assert.equal(first.resource, expected.resource);
      assert.match(first.message, expected.message);
    });
  }
}

/** Trees that look like a fault and are none. */
export function passing(cases: readonly { readonly title: string; readonly files: Files }[]): void {
  for (const { title, files } of cases) {
    it(`passes: ${title}`, async () => {
      assert.deepEqual(await issuesOf(files), []);
    });
  }
}
