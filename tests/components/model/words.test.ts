import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { counted, listed } from "../../../components/model/wording/words";

describe("words of messages", () => {
  it("count in the singular and the plural", () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => counted(count, "app")),
      ["0 apps", "1 app", "2 apps"],
    );
    assert.deepEqual(
      [1, 2].map((count) => counted(count, "entry", "entries")),
      ["1 entry", "2 entries"],
    );
  });
  it("list what there is", () => {
    assert.deepEqual([[], ["files"], ["files", "prune"], ["files", "objects", "prune"]].map(listed), [
      "",
      "files",
      "files and prune",
      "files, objects and prune",
    ]);
  });
});
