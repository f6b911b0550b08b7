import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { renovateConfiguration } from "../../../cli/renovate/configuration";
import type { Dependency } from "../../../cli/renovate/dependency";
import { watchedVersions } from "../../../cli/renovate/watched-versions";

const path = "stacks/staging.versions.yaml";
const sha = `sha256:${"0".repeat(64)}`;
const image = { datasource: "docker", depName: "ghcr.io/org/app" };
const comment = "  # renovate: datasource=docker depName=ghcr.io/org/app\n";

function found(text: string, at = path): readonly Dependency[] {
  return renovateConfiguration(["staging"]).customManagers.flatMap((manager) => watchedVersions(manager, at, text));
}

describe("an entry of a versions file", () => {
  const cases: readonly (readonly [string, string, readonly Dependency[]])[] = [
    ["a tag", `${comment}  app:\n    tag: "1.10"\n`, [{ ...image, currentValue: "1.10" }]],
    [
      "a tag without quotes",
      `${comment}  app:\n    tag: v1.2-alpine # why\n`,
      [{ ...image, currentValue: "v1.2-alpine" }],
    ],
    ["a tag in single quotes", `${comment}  app:\n    tag: '1.2'\n`, [{ ...image, currentValue: "1.2" }]],
    [
      "a tag and a digest",
      `${comment}  app:\n    tag: "1.2"\n    digest: "${sha}"\n`,
      [{ ...image, currentValue: "1.2", currentDigest: sha }],
    ],
    [
      "a digest and a tag",
      `${comment}  app:\n    digest: ${sha}\n    tag: "1.2"\n`,
      [{ ...image, currentValue: "1.2", currentDigest: sha }],
    ],
    ["a digest alone", `${comment}  app:\n    digest: "${sha}"\n`, [{ ...image, currentDigest: sha }]],
    [
      "lines that end as on Windows",
      `${comment}  app:\n    tag: "1"\n`.replaceAll("\n", "\r\n"),
      [{ ...image, currentValue: "1" }],
    ],
    [
      "a chart of a Helm repository",
      '  # renovate: datasource=helm depName=app registryUrl=https://charts.example.org\n  app:\n    version: "1.2.3"\n',
      [{ datasource: "helm", depName: "app", registryUrl: "https://charts.example.org", currentValue: "1.2.3" }],
    ],
    [
      "Flux",
      '# renovate: datasource=github-releases depName=fluxcd/flux2\nflux: "v2.9.5"\n',
      [{ datasource: "github-releases", depName: "fluxcd/flux2", currentValue: "v2.9.5" }],
    ],
    ["no comment", '  app:\n    tag: "1"\n', []],
    ["a comment that is not above it", `${comment}\n  app:\n    tag: "1"\n`, []],
  ];
  for (const [what, text, wanted] of cases) {
    it(`is found with ${what}`, () => {
      assert.deepEqual(found(text), wanted);
    });
  }

  it("is found in versions files alone", () => {
    const text = `${comment}  app:\n    tag: "1"\n`;
    assert.deepEqual(found(text, "stacks/stagings.versions.yaml"), []);
    assert.deepEqual(found(text, "tests/stacks/staging.versions.yaml"), []);
  });
});
