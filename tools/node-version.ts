import type { Issue } from "../components/model/issue";

/** The oldest Node.js that a run works under: the Kubernetes client needs it. */
const oldest = 22;

/** Says that the Node.js of a run is too old, and where a new one is; nothing where it is not. `version` is `process.versions.node`. */
export function nodeIssues(version: string): readonly Issue[] {
  if (Number.parseInt(version, 10) >= oldest) return [];
  const message =
    `Pulumi runs the program under Node.js ${version}, the first on PATH, and ${oldest} or newer is needed. ` +
    'node_modules brings one: `export PATH="$PWD/node_modules/.bin:$PATH"`, or install Node.js ' +
    `${oldest}.`;
  return [{ code: "old-node", path: "package.json", resource: "node", message }];
}
