import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FluxRelease } from "../../components/model/flux-release";
import type { KubernetesObject } from "../../components/model/object";
import { fluxRelease } from "../../tools/flux-release";
import { silentReport } from "../../tools/report";
import { fakeMachine, type FakeMachine } from "./fake-machine";

const version = "v2.9.5";
const url = `https://github.com/fluxcd/flux2/releases/download/${version}/manifests.tar.gz`;

describe("fluxRelease", () => {
  let real: FluxRelease;
  let machine: FakeMachine;
  before(async function () {
    this.timeout(120_000);
    real = await fluxRelease(version);
  });
  beforeEach(() => (machine = fakeMachine()));
  afterEach(() => {
    machine.remove();
  });

  /** The same release as another publisher would write it: other labels, other order of objects and keys. */
  const republished = (change: (object: KubernetesObject) => unknown = (object) => object): Buffer => {
    const folder = join(machine.root, "republished");
    mkdirSync(folder);
    for (const [name, objects] of Object.entries({ ...real.components, rbac: real.rbac, policies: real.policies })) {
      const documents = [...objects].reverse().map((object) => JSON.stringify(change(object)));
      writeFileSync(join(folder, `${name}.yaml`), documents.join("\n---\n"));
    }
    return execFileSync("tar", ["-cz", "-C", folder, "."]);
  };
  const relabelled = ({ metadata, ...rest }: KubernetesObject): unknown => {
    const labels = { "app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": version, ...metadata.labels };
    return { ...rest, metadata: { ...metadata, labels } };
  };

  it("accepts the official release whatever its order and publisher's labels, and gives the same objects", async () => {
    machine.web.set(url, republished(relabelled));
    assert.deepEqual(await fluxRelease(version, silentReport, machine.host), real);
    assert.equal(JSON.stringify(await fluxRelease(version, silentReport, machine.host)), JSON.stringify(real));
    assert.deepEqual(machine.asked, [url], "the second time it comes from the cache");
  });

  it("refuses a release with other content", async () => {
    machine.web.set(
      url,
      republished((object) => (object.kind === "Deployment" ? { ...object, spec: {} } : object)),
    );
    await assert.rejects(
      fluxRelease(version, silentReport, machine.host),
      /official release: its digest is sha256:[0-9a-f]{64}, and sha256:[0-9a-f]{64} is pinned/,
    );
  });

  it("passes over a damaged cache", async () => {
    machine.web.set(url, republished());
    await fluxRelease(version, silentReport, machine.host);
    const file = join(machine.host.cache, "flux", `${version}.json`);
    writeFileSync(file, readFileSync(file, "utf8").replace("critical-pods", "other-pods"));
    assert.deepEqual(await fluxRelease(version, silentReport, machine.host), real);
  });

  it("says what each source said when there is none", async () => {
    const reason =
      /could not be had\.\n {2}- the tool cache: nothing usable\n {2}- the official release: github\.com cannot be reached\n {2}- the Go module .*: go could not download .*\n {2}By hand: /;
    await assert.rejects(fluxRelease(version, silentReport, machine.host), reason);
  });

  it("lists the known versions where it is asked for another", async () => {
    await assert.rejects(
      fluxRelease("v2.9.99", silentReport, machine.host),
      /Flux v2\.9\.99 is not a version this program knows\. Known: v2\.7\.0, .*v2\.9\.5/,
    );
    await assert.rejects(fluxRelease("constructor", silentReport, machine.host), /not a version/);
  });
});
