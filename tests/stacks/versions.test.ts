import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { parseDocument } from "../../components/manifests/yaml";
import { IssuesError } from "../../components/model/issue";
import { decodeVersions, readVersions } from "../../stacks/versions";

const path = "stacks/staging.versions.yaml";
const text = readFileSync(join(__dirname, "../../stacks/staging.versions.yaml"), "utf8");

function found(changed: string): readonly string[] {
  assert.notEqual(changed, text, "the case changes the file");
  try {
    decodeVersions(path, changed);
  } catch (error) {
    assert.ok(error instanceof IssuesError);
    return error.issues.map(({ code, resource }) => `${code} ${resource ?? ""}`.trim());
  }
  return [];
}

describe("versions files", () => {
  it("of both environments are sound and name the Flux release", () => {
    const { staging, production } = readVersions();
    assert.equal(staging.flux, "v2.9.5");
    assert.equal(production.flux, "v2.9.5");
    assert.deepEqual(Object.keys(staging.images), Object.keys(production.images));
  });

  it("keep comments, order and quotes when a version is written through the document", () => {
    const document = parseDocument(text);
    document.setIn(["images", "whoami", "tag"], "v9.9.9");
    document.setIn(["charts", "kube-prometheus-stack", "version"], "99.0.0");
    const lines = text.split("\n");
    const changed = String(document)
      .split("\n")
      .filter((line, index) => line !== lines[index]);
    assert.deepEqual(changed, ['    tag: "v9.9.9"', '    version: "99.0.0"']);
    assert.equal(String(document).split("\n").length, lines.length);
    assert.equal(decodeVersions(path, String(document)).images.whoami.tag, "v9.9.9");
  });

  it("may leave out what their environment does not run, and say so where it is read all the same", () => {
    const document = parseDocument(text);
    document.deleteIn(["images", "whoami"]);
    const { images } = decodeVersions(path, String(document), ["images.whoami"]);
    assert.equal(Object.keys(images).includes("whoami"), false);
    assert.throws(() => images.whoami, /leaves whoami out, and that environment reads it: take it out of leftOut/);
    assert.throws(() => decodeVersions(path, text, ["images.whoami"]), /images\.whoami.*is not known here/);
  });

  const digest = `sha256:${"a".repeat(64)}`;
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["a digest beside a tag", text.replace(/(whoami:\n    tag: .*)/, `$1\n    digest: "${digest}"`), []],
    ["an unknown key", `${text}extra: 1\n`, ["unknown-key extra"]],
    [
      "an unknown image",
      text.replace("  whoami:", "  whoam:"),
      ["unknown-key images.whoam", "missing-key images.whoami"],
    ],
    ["a missing section", text.replace(/charts:[^]*/, ""), ["missing-key charts"]],
    [
      "a number that was meant as a version",
      text.replace(/(web:\n    tag: ).*/, "$11.10"),
      ["malformed-value images.web.tag"],
    ],
    [
      "a malformed digest",
      text.replace(/(web:\n    )tag: .*/, '$1digest: "sha256:1"'),
      ["malformed-value images.web.digest"],
    ],
    ["an image without a version", text.replace(/(web:)\n    tag: .*/, "$1 {}"), ["missing-key images.web"]],
    ["a list for a map", text.replace(/(web:)\n    tag: .*/, "$1 []"), ["malformed-value images.web"]],
    ["a Flux version without its v", text.replace('"v2.9.5"', '"2.9.5"'), ["malformed-value flux"]],
    [
      "a range for a chart",
      text.replace(/version: .*/, 'version: "80.x"'),
      ["malformed-value charts.kube-prometheus-stack.version"],
    ],
    ["a key given twice", `${text}flux: "v2.9.5"\n`, ["malformed-yaml"]],
    ["no file to speak of", "", ["missing-key flux", "missing-key images", "missing-key charts"]],
  ];
  for (const [name, changed, expected] of cases) {
    it(`decode ${name}`, () => {
      assert.deepEqual(found(changed), expected);
    });
  }

  it("say which keys are known", () => {
    assert.throws(() => decodeVersions(path, `${text}extra: 1\n`), /extra.*Known: flux, images, charts/);
  });
});
