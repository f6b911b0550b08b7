import { buildFolders } from "../../components/kustomize/build-folders";
import { differences, type Difference } from "../../components/import/compare/differences";
import { settingDifferences } from "../../components/import/compare/layer-settings";
import type { BuiltSource } from "../../components/import/draft/pieces";
import { render } from "../../components/manifests/render";
import { treeTexts } from "../../components/manifests/sealed-placeholder";
import type { MonorepoModel } from "../../components/model/environment";

/** Whether one layer of the import is what the repository has. */
export interface LayerProof {
  readonly environment: string;
  readonly layer: string;
  /** Objects that the repository builds. */
  readonly count: number;
  readonly objects: readonly Difference[];
  readonly settings: readonly string[];
  /** Why the repository itself does not build here, so that parts of the layer were not compared. */
  readonly failure?: string;
}

/** Builds what the model renders to, and compares it with what the repository builds, layer by layer. */
export async function prove(source: BuiltSource, model: MonorepoModel, tool: string): Promise<readonly LayerProof[]> {
  const tree = treeTexts(render({ model, clusters: {} }));
  const requests = source.layers.map(({ environment, folder }) => ({
    folder: `${folder}/${environment.name}`,
    group: environment.name,
  }));
  const builds = await buildFolders(tree, requests, { tool });
  return source.layers.map(({ environment, layer, objects, failure }, index) => {
    const layers = model.environments[environment.name]?.layers ?? [];
    const own = layers.find(({ name }) => name === layer.name);
    const needed = layers.some(({ dependsOn }) => dependsOn.some(({ name }) => name === layer.name));
    const built = builds[index];
    const failures = (built?.failures ?? []).map(({ folder, reason }) => `${folder} does not build: ${reason}`);
    return {
      environment: environment.name,
      layer: layer.name,
      count: objects.length,
      ...(failure === undefined ? {} : { failure }),
      objects: differences(
        objects.map(({ object }) => object),
        (built?.objects ?? []).map(({ object }) => object),
      ),
      settings: [
        ...(own === undefined ? ["the layer is missing"] : settingDifferences(layer, own, needed)),
        ...failures,
      ],
    };
  });
}
