import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { zipSync } from "fflate";
import { githubAsset, type ReleaseAsset, type ToolRecipe } from "../../tools/catalog/recipe";
import { silentReport } from "../../tools/report";
import { acquireTool } from "../../tools/resolve";
import { fakeMachine, gadget, sha256, type FakeMachine } from "./fake-machine";

const record = "https://api.github.com/repos/vendor/gadget/releases/tags/gadget%2Fv1";

describe("releases of vendors", () => {
  let machine: FakeMachine;
  beforeEach(() => (machine = fakeMachine()));
  afterEach(() => {
    machine.remove();
  });

  const recipe = (file: string, form: ReleaseAsset["form"]): ToolRecipe => ({
    ...gadget,
    release: () => ({ ...githubAsset("vendor/gadget", "gadget/v1", file), form }),
  });
  const publish = (file: string, bytes: Buffer): void => {
    const assets = [{ name: "other" }, { name: file, digest: `sha256:${sha256(bytes)}` }];
    machine.web.set(record, Buffer.from(JSON.stringify({ assets })));
    machine.web.set(`https://github.com/vendor/gadget/releases/download/gadget%2Fv1/${file}`, bytes);
  };
  const tarball = (): Buffer => {
    const folder = join(machine.root, "pack", "gadget");
    mkdirSync(folder, { recursive: true });
    for (const name of ["gadget", "gadget-language"]) writeFileSync(join(folder, name), `#!/bin/sh\n# ${name}\n`);
    return execFileSync("tar", ["-cz", "-C", dirname(folder), "./gadget"]);
  };

  it("takes the member of a tar.gz, checked against the record of the GitHub release", async () => {
    publish("gadget.tar.gz", tarball());
    const tool = await acquireTool(
      recipe("gadget.tar.gz", { kind: "tar.gz", member: "gadget/gadget" }),
      silentReport,
      machine.host,
    );
    assert.equal(readFileSync(tool.path, "utf8"), "#!/bin/sh\n# gadget\n");
    assert.deepEqual(readdirSync(dirname(tool.path)).sort(), ["gadget", "origin"]);
  });

  it("takes what lies beside it where that belongs to it", async () => {
    publish("gadget.tar.gz", tarball());
    const form = { kind: "tar.gz", member: "gadget/gadget", siblings: true } as const;
    const tool = await acquireTool(recipe("gadget.tar.gz", form), silentReport, machine.host);
    assert.ok(existsSync(join(dirname(tool.path), "gadget-language")));
  });

  it("takes the member of a zip", async () => {
    publish("gadget.zip", Buffer.from(zipSync({ "folder/gadget": Buffer.from("#!/bin/sh\n") })));
    const tool = await acquireTool(
      recipe("gadget.zip", { kind: "zip", member: "folder/gadget" }),
      silentReport,
      machine.host,
    );
    assert.equal(tool.origin, "release");
  });

  it("takes nothing that the vendor publishes no digest of, or that lacks the program", async () => {
    publish("gadget.tar.gz", tarball());
    machine.web.set(record, Buffer.from(`{"assets":[{"name":"gadget.tar.gz"}]}`));
    const member = { kind: "tar.gz", member: "gadget/gizmo" } as const;
    await assert.rejects(
      acquireTool(recipe("gadget.tar.gz", member), silentReport, machine.host),
      /publishes no sha256/,
    );
    publish("gadget.tar.gz", tarball());
    await assert.rejects(
      acquireTool(recipe("gadget.tar.gz", member), silentReport, machine.host),
      /has no gadget\/gizmo/,
    );
  });

  it("says so where the vendor has none for this platform", async () => {
    const none: ToolRecipe = { ...gadget, release: () => undefined };
    await assert.rejects(
      acquireTool(none, silentReport, machine.host),
      /official release: the vendor publishes none for this platform/,
    );
  });
});
