import assert from "node:assert/strict";
import { resolve } from "node:path";
import { before, describe, it } from "mocha";
import { renderedTree } from "../../cli/render/rendered-tree";
import { buildFolder } from "../../components/kustomize/build";
import { render } from "../../components/manifests/render";
import { sealedPlaceholder } from "../../components/manifests/sealed-placeholder";
import type { FileTree } from "../../components/model/file-tree";
import { describeObject, type KubernetesObject } from "../../components/model/object";
import { environmentNames } from "../../stacks";
import { silentReport } from "../../tools/report";
import { resolveTool } from "../../tools/resolve";
import { clusterSettings, fixtureModel, miniatureRelease } from "../components/manifests/fixture";

const project = resolve(__dirname, "../..");
const cluster = { settings: clusterSettings, release: miniatureRelease() };

describe("kustomize builds", function () {
  this.timeout(300_000);
  let kustomize: string;

  before(async () => {
    kustomize = (await resolveTool("kustomize")).path;
  });

  const trees: readonly (readonly [string, () => Promise<FileTree>])[] = [
    ["the shipped example", () => renderedTree(project, environmentNames, silentReport)],
    [
      "every form of patch",
      () => Promise.resolve(render({ model: fixtureModel(), clusters: { staging: cluster, production: cluster } })),
    ],
  ];
  for (const [what, makeTree] of trees) {
    it(`every folder with a kustomization, and clusters/<env> as Flux builds it: ${what}`, async () => {
      const files = textsOf(await makeTree());
      const folders = [...files.keys()].filter((path) => path.endsWith("/kustomization.yaml")).map(folderOf);
      for (const folder of [...folders, ...environmentNames.map((name) => `clusters/${name}`)]) {
        await buildFolder(kustomize, files, folder);
      }
    });
  }

  it("an overlay to what it says", async () => {
    const files = textsOf(render({ model: fixtureModel(), clusters: {} }));
    const built = new Map(
      (await buildFolder(kustomize, files, "apps/staging")).map((object) => [describeObject(object), object]),
    );
    assert.deepEqual([...built.keys()].sort(), [
      "ConfigMap only/settings",
      "Deployment web/web",
      "Secret web/web-token",
      "Service web/web",
    ]);
    const deployment = valuesOf(built.get("Deployment web/web"));
    assert.equal(deployment.spec.replicas, 3);
    assert.deepEqual(deployment.metadata.labels, { tier: "front" });
    const [migrate] = deployment.spec.template?.spec.initContainers ?? [];
    assert.equal(migrate?.image, "registry.example.org:5000/migrate:1.10");
    assert.equal(valuesOf(built.get("Service web/web")).spec.ports?.[0]?.port, 8080);
  });
});

interface Built extends KubernetesObject {
  readonly spec: {
    readonly replicas?: number;
    readonly ports?: readonly { readonly port: number }[];
    readonly template?: { readonly spec: { readonly initContainers: readonly { readonly image: string }[] } };
  };
}

function valuesOf(object: KubernetesObject | undefined): Built {
  assert(object !== undefined && "spec" in object);
  return object as Built;
}

function textsOf(tree: FileTree): ReadonlyMap<string, string> {
  const texts = [...tree].map(
    ([path, file]) => [path, file.kind === "text" ? file.content : sealedPlaceholder(file)] as const,
  );
  return new Map(texts);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
