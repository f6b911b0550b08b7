import type { ProgramSource } from "../../model/flux/program-source";
import { withHeader } from "../header";

/** Pinned by commit: a tag can be moved. */
const checkout = "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2";
const setupNode = "actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0";

/** `.github/workflows/check.yaml` of the monorepo: the gate over its own files, so that a hand edit passes what a generated one does. */
export function checkWorkflow({ repository, ref, tokenSecret }: ProgramSource): string {
  const token = tokenSecret === undefined ? "" : `\n          token: \${{ secrets.${tokenSecret} }}`;
  return withHeader(`name: check
"on":
  push:
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-24.04
    timeout-minutes: 20
    steps:
      - uses: ${checkout}
        with:
          path: monorepo
          persist-credentials: false
      - uses: ${checkout}
        with:
          repository: ${repository}
          ref: "${ref}"
          path: program${token}
          persist-credentials: false
      - uses: ${setupNode}
        with:
          node-version: "22"
          cache: npm
          cache-dependency-path: program/package-lock.json
      - run: npm run check -- --format github --tree ../monorepo
        working-directory: program
`);
}
