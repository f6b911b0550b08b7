import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { buildFolders } from "../../../../components/kustomize/build-folders";
import { treeTexts } from "../../../../components/manifests/sealed-placeholder";
import { overlay } from "../../../../components/model/authoring";
import type { ImageOverride } from "../../../../components/model/overlay";
import { kustomizeForTests } from "../../kustomize/tool";
import { webApp } from "../fixture";
import { treeOf } from "../rendered";

describe("the image that a container runs", function () {
  this.timeout(60_000);
  let tool: string;
  before(async () => {
    tool = await kustomizeForTests();
  });
  const digest = `sha256:${"0".repeat(64)}`;
  const image = "registry.example.org:5000/migrate";
  const cases: readonly (readonly [string, ImageOverride, string])[] = [
    ["a tag", { tag: "1.10" }, `${image}:1.10`],
    ["a digest", { digest }, `${image}@${digest}`],
    ["a tag and a digest, of which the digest decides", { tag: "1.10", digest }, `${image}:1.10@${digest}`],
    ["another name", { name: "mirror.example.org/migrate", tag: "2" }, "mirror.example.org/migrate:2"],
  ];
  for (const [name, override, expected] of cases) {
    it(`has ${name}`, async () => {
      const tree = treeTexts(treeOf(overlay(webApp, { images: { migrate: override } })));
      const [build] = await buildFolders(tree, [{ folder: "apps/staging" }], { tool });
      const text = JSON.stringify(build?.objects.map(({ object }) => object));
      assert.ok(text.includes(`"image":"${expected}"`), text);
    });
  }
});
