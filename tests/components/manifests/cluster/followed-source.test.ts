import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { render } from "../../../../components/manifests/render";
import { parseManifests } from "../../../../components/manifests/yaml";
import type { ClusterSettings, FollowedSource } from "../../../../components/model/cluster-settings";
import { clusterSettings, fixtureModel, miniatureRelease } from "../fixture";
import { textOf } from "../rendered";

type Built = { readonly kind: string; readonly metadata: { readonly name: string }; readonly spec: object };

function objectsOf(file: string, more: Partial<ClusterSettings>): readonly Built[] {
  const staging = { settings: { ...clusterSettings, ...more }, release: miniatureRelease() };
  const tree = render({ model: fixtureModel(), clusters: { staging } });
  return parseManifests(textOf(tree, `clusters/staging/${file}`)) as readonly Built[];
}

const mirror: FollowedSource = {
  kind: "mirror",
  url: "https://mirror.example.org/fleet.git",
  secretName: "flux-system-mirror",
};
const artifact: FollowedSource = {
  kind: "artifact",
  url: "oci://ghcr.io/example/fleet",
  tag: "staging",
  secretName: "ghcr",
};

const repository = {
  kind: "GitRepository",
  name: "flux-system",
  spec: {
    interval: "1m0s",
    ref: { branch: "main" },
    secretRef: { name: "flux-system" },
    url: "https://git.example.org/fleet.git",
  },
};

describe("the source that a cluster follows", () => {
  const cases = [
    { title: "is the repository", follows: undefined, sources: [repository], ref: ["GitRepository", "flux-system"] },
    {
      title: "is a mirror beside the repository",
      follows: mirror,
      sources: [
        repository,
        {
          kind: "GitRepository",
          name: "flux-system-mirror",
          spec: { ...repository.spec, secretRef: { name: "flux-system-mirror" }, url: mirror.url },
        },
      ],
      ref: ["GitRepository", "flux-system-mirror"],
    },
    {
      title: "is an artifact without the repository",
      follows: artifact,
      sources: [
        {
          kind: "OCIRepository",
          name: "flux-system",
          spec: { interval: "1m0s", ref: { tag: "staging" }, secretRef: { name: "ghcr" }, url: artifact.url },
        },
      ],
      ref: ["OCIRepository", "flux-system"],
    },
    {
      title: "is an artifact that a cloud's identity opens",
      follows: { kind: "artifact", url: artifact.url, tag: "v1", provider: "aws" } as const,
      sources: [
        {
          kind: "OCIRepository",
          name: "flux-system",
          spec: { interval: "1m0s", provider: "aws", ref: { tag: "v1" }, url: artifact.url },
        },
      ],
      ref: ["OCIRepository", "flux-system"],
    },
  ] as const;
  for (const { title, follows, sources, ref } of cases) {
    it(`${title}, for the root and every layer alike`, () => {
      const settings = follows === undefined ? {} : { follows };
      const sync = objectsOf("flux-system/gotk-sync.yaml", settings);
      assert.deepEqual(
        sync.slice(0, -1).map(({ kind, metadata, spec }) => ({ kind, name: metadata.name, spec })),
        sources,
      );
      const [kind, name] = ref;
      const layers = ["apps.yaml", "monitoring.yaml"].flatMap((file) => objectsOf(file, settings));
      for (const kustomization of [...sync.slice(-1), ...layers]) {
        assert.equal(kustomization.kind, "Kustomization");
        assert.deepEqual("sourceRef" in kustomization.spec && kustomization.spec.sourceRef, { kind, name });
      }
    });
  }

  it("wakes with GitHub's notices where it is Git", () => {
    const [receiver] = objectsOf("receiver.yaml", { follows: mirror, receiverSecret: "token" });
    assert.match(JSON.stringify(receiver?.spec), /"kind":"GitRepository","name":"flux-system-mirror"/);
  });

  it("is named in the cluster's README", () => {
    const staging = { settings: { ...clusterSettings, follows: artifact }, release: miniatureRelease() };
    const readme = textOf(render({ model: fixtureModel(), clusters: { staging } }), "clusters/staging/README.md");
    assert.match(readme, /follows the artifact `oci:\/\/ghcr\.io\/example\/fleet:staging`/);
    assert.match(readme, /git\[\("OCIRepository flux-system"\)\]/);
  });
});

describe("layers with an artifact each", () => {
  it("take exactly the folders that they are built of, at the paths that these have in the repository", () => {
    const [generator, ...others] = objectsOf("artifacts.yaml", { splitLayers: true, follows: artifact });
    assert.deepEqual(others, []);
    assert.deepEqual(generator, {
      apiVersion: "source.extensions.fluxcd.io/v1beta1",
      kind: "ArtifactGenerator",
      metadata: { name: "flux-system", namespace: "flux-system" },
      spec: {
        sources: [{ alias: "monorepo", kind: "OCIRepository", name: "flux-system" }],
        artifacts: [
          {
            name: "monitoring-configs",
            originRevision: "@monorepo",
            copy: [{ from: "@monorepo/monitoring/configs/staging/**", to: "@artifact/monitoring/configs/staging/" }],
          },
          {
            name: "apps",
            originRevision: "@monorepo",
            copy: [
              { from: "@monorepo/apps/base/**", to: "@artifact/apps/base/" },
              { from: "@monorepo/apps/staging/**", to: "@artifact/apps/staging/" },
            ],
          },
        ],
      },
    });
    const [apps] = objectsOf("apps.yaml", { splitLayers: true });
    assert.match(
      JSON.stringify(apps),
      /"sourceRef":\{"kind":"ExternalArtifact","name":"apps"\},"path":"\.\/apps\/staging"/,
    );
    const [, root] = objectsOf("flux-system/gotk-sync.yaml", { splitLayers: true });
    assert.match(JSON.stringify(root), /"kind":"GitRepository","name":"flux-system"/);
  });

  it("are not split unless the setting says so", () => {
    const staging = { settings: clusterSettings, release: miniatureRelease() };
    assert.equal(
      render({ model: fixtureModel(), clusters: { staging } }).has("clusters/staging/artifacts.yaml"),
      false,
    );
  });
});
