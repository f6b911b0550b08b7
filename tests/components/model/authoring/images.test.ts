import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { defineApp, deployment, imageParts, imageReference, overlay } from "../../../../components/model/authoring";

function workload(name: string, image: string): ReturnType<typeof deployment<string>> {
  return deployment({
    metadata: { name },
    spec: { selector: {}, template: { spec: { containers: [{ name, image }] } } },
  });
}

describe("images", () => {
  const digest = `sha256:${"0".repeat(64)}`;
  const references: readonly (readonly [string, object])[] = [
    ["nginx", { name: "nginx" }],
    ["nginx:1.29", { name: "nginx", tag: "1.29" }],
    ["localhost:5000/nginx", { name: "localhost:5000/nginx" }],
    ["localhost:5000/a/nginx:1", { name: "localhost:5000/a/nginx", tag: "1" }],
    [`ghcr.io/a/b:1@${digest}`, { name: "ghcr.io/a/b", tag: "1", digest }],
  ];
  for (const [reference, parts] of references) {
    it(`takes ${reference} apart and puts it together`, () => {
      assert.deepEqual(imageParts(reference), parts);
      assert.equal(imageReference(imageParts(reference).name, imageParts(reference)), reference);
    });
  }

  it("reports a container that would run the latest image", () => {
    const app = defineApp("app", { one: workload("one", "example.com/one") });
    assert.deepEqual(
      overlay(app, {}).faults?.map(({ code }) => code),
      ["untagged-image"],
    );
    assert.equal(overlay(app, { images: { one: { tag: "1" } } }).faults, undefined);
  });

  it("reports an override that would reach another container", () => {
    const app = defineApp("app", {
      one: workload("one", "example.com/same:1"),
      two: workload("two", "example.com/same:1"),
    });
    assert.deepEqual(
      overlay(app, { images: { one: { tag: "2" } } }).faults?.map(({ code }) => code),
      ["shared-image"],
    );
    assert.equal(overlay(app, { images: { one: { tag: "2" }, two: { tag: "2" } } }).faults, undefined);
  });
});
