import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { thisMachine } from "../host";
import { parseRelease, releaseDigest } from "./manifests";
import pinned from "./releases.json";
import { moduleManifests } from "./sources";

/** Adds the digests of the named versions to releases.json: `tsx tools/flux/pin.ts v2.9.6`. */
async function pin(versions: readonly string[]): Promise<void> {
  const digests: Record<string, string> = { ...pinned };
  for (const version of versions)
    digests[version] = releaseDigest(parseRelease(version, await moduleManifests(version, thisMachine())));
  const inOrder = Object.entries(digests).sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  writeFileSync(join(__dirname, "releases.json"), `${JSON.stringify(Object.fromEntries(inOrder), undefined, 2)}\n`);
}

void pin(process.argv.slice(2));
