import assert from "node:assert/strict";
import type { KubernetesObject } from "../../../components/model/object";
import { buildSpecOf, folderOf } from "../../../components/validation/read/build-spec";

const kustomization = (path: string, sourceRef: object, more: object = {}): KubernetesObject =>
  Object.assign(
    {
      apiVersion: "kustomize.toolkit.fluxcd.io/v1",
      kind: "Kustomization",
      metadata: { name: "a", namespace: "flux-system" },
    },
    { spec: { path, sourceRef, ...more } },
  );

const own = { kind: "GitRepository", name: "flux-system" };
const root = kustomization("./clusters/staging", own);
const generator: KubernetesObject = Object.assign(
  {
    apiVersion: "source.extensions.fluxcd.io/v1beta1",
    kind: "ArtifactGenerator",
    metadata: { name: "split", namespace: "flux-system" },
  },
  {
    spec: {
      artifacts: [
        { name: "whole", copy: [{ from: "@monorepo/infrastructure/**", to: "@artifact/" }] },
        {
          name: "parts",
          copy: [
            { from: "@monorepo/apps/base/**", to: "@artifact/base/" },
            { from: "@monorepo/apps/staging/**", to: "@artifact/staging/" },
          ],
        },
      ],
    },
  },
);

describe("folderOf", () => {
  const has = (folder: string): boolean => folder === "apps/staging";
  const context = { root, objects: [root, generator], has };
  const cases: readonly (readonly [string, KubernetesObject, string | undefined])[] = [
    ["the tree's own source", kustomization("./apps/nowhere/", own), "apps/nowhere"],
    [
      "a mirror, which has the same folders",
      kustomization("./apps/staging", { ...own, name: "mirror" }),
      "apps/staging",
    ],
    ["another repository", kustomization("./deploy", { ...own, name: "other" }), undefined],
    [
      "an artifact of one folder",
      kustomization("./controllers", { kind: "ExternalArtifact", name: "whole" }),
      "infrastructure/controllers",
    ],
    [
      "an artifact put together from several",
      kustomization("./staging", { kind: "ExternalArtifact", name: "parts" }),
      "apps/staging",
    ],
    [
      "an artifact that nobody generates here",
      kustomization("./a", { kind: "ExternalArtifact", name: "foreign" }),
      undefined,
    ],
  ];
  for (const [title, object, folder] of cases) {
    it(title, () => {
      assert.equal(folderOf(object, context), folder);
    });
  }
});

describe("buildSpecOf", () => {
  it("takes from a Kustomization what changes the build, and nothing else", () => {
    const spec = {
      targetNamespace: "a",
      namePrefix: "b-",
      patches: [{ patch: "{}" }],
      images: [],
      components: ["../c"],
      wait: true,
    };
    assert.deepEqual(buildSpecOf(kustomization("./a", own, spec)), {
      targetNamespace: "a",
      namePrefix: "b-",
      patches: [{ patch: "{}" }],
      components: ["../c"],
    });
  });
});
