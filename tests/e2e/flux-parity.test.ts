import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, describe, it } from "mocha";
import { fluxDistribution } from "../../components/manifests/render";
import { parseManifests } from "../../components/manifests/yaml";
import { fluxComponents, type FluxOptions } from "../../components/model/cluster-settings";
import type { FluxRelease } from "../../components/model/flux-release";
import { fluxRelease } from "../../tools/flux-release";
import { resolveTool } from "../../tools/resolve";
import { clusterSettings } from "../components/manifests/fixture";

const defaults = clusterSettings.flux;

/** Options beside the flags that say the same to the flux CLI. */
const cases: readonly (readonly [string, Partial<FluxOptions>, readonly string[]])[] = [
  ["the defaults", {}, []],
  ["every component", { components: fluxComponents }, [`--components-extra=${fluxComponents.slice(4).join(",")}`]],
  [
    "the fewest components",
    { components: ["source-controller", "kustomize-controller"] },
    ["--components=source-controller,kustomize-controller"],
  ],
  [
    "another registry, with credentials",
    { registry: "registry.example.org/flux", imagePullSecret: "pull" },
    ["--registry=registry.example.org/flux", "--image-pull-secret=pull"],
  ],
  [
    "one namespace, without network policies",
    { watchAllNamespaces: false, networkPolicy: false, logLevel: "debug" },
    ["--watch-all-namespaces=false", "--network-policy=false", "--log-level=debug"],
  ],
  [
    "a domain and tolerations",
    { clusterDomain: "example.org", tolerationKeys: ["infra", "spot"] },
    ["--cluster-domain=example.org", "--toleration-keys=infra,spot"],
  ],
];

describe("the Flux distribution equals what `flux install --export` prints", function () {
  this.timeout(600_000);
  let flux: string;
  let release: FluxRelease;

  before(async () => {
    flux = (await resolveTool("flux")).path;
    release = await fluxRelease("v2.9.5");
  });

  for (const [what, options, flags] of cases) {
    it(`for ${what}`, () => {
      const args = ["install", "--export", `--version=${release.version}`, ...flags];
      const exported = parseManifests(execFileSync(flux, args, { encoding: "utf8", maxBuffer: 1 << 26 }));
      const ours: unknown = JSON.parse(JSON.stringify(fluxDistribution(release, { ...defaults, ...options })));
      assert.deepEqual(byIdentity(ours), byIdentity(exported));
    });
  }
});

/** Kind and name → object, so that the order of documents does not count. */
function byIdentity(objects: unknown): Readonly<Record<string, unknown>> {
  const identified = objects as readonly { readonly kind: string; readonly metadata: { readonly name: string } }[];
  const entries = identified.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const);
  assert.equal(new Set(entries.map(([key]) => key)).size, entries.length);
  return Object.fromEntries(entries);
}
