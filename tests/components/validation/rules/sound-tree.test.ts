import { passing } from "../table";
import { soundTree } from "../sound-tree";

describe("the rules", () => {
  passing([{ title: "a tree in which nothing is wrong", files: soundTree() }]);
});
