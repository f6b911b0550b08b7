import type { ClusterSettings } from "../../model/cluster-settings";
import type { Environment, Layer } from "../../model/environment";
import type { KubernetesObject } from "../../model/object";
import { followedSource, type SourceRef } from "./followed-source";
import { fluxNamespace, rootName } from "./names";

/** source-watcher's ArtifactGenerator, as far as this program writes it. */
export interface ArtifactGenerator extends KubernetesObject {
  readonly spec: {
    readonly sources: readonly (SourceRef & { readonly alias: string })[];
    readonly artifacts: readonly {
      readonly name: string;
      /** Alias of the source whose revision the artifact carries as its origin. */
      readonly originRevision: `@${string}`;
      readonly copy: readonly { readonly from: `@${string}`; readonly to: `@artifact/${string}` }[];
    }[];
  };
}

/** Name that the generator has for the followed source. */
const alias = "monorepo";

/**
 * Splits the tree into one artifact a layer, each of the folders that the layer's build reads and at their own paths. An artifact's revision is the digest
 * of its content, so that a commit starts only the layers that it touches; its origin revision is the commit.
 */
export function artifactGenerator(environment: Environment, settings: ClusterSettings): ArtifactGenerator {
  return {
    apiVersion: "source.extensions.fluxcd.io/v1beta1",
    kind: "ArtifactGenerator",
    metadata: { name: rootName, namespace: fluxNamespace },
    spec: {
      sources: [{ alias, ...followedSource(settings) }],
      artifacts: environment.layers.map((layer) => ({
        name: layer.name,
        originRevision: `@${alias}`,
        copy: foldersOf(layer, environment).map((folder) => ({
          from: `@${alias}/${folder}/**`,
          to: `@artifact/${folder}/`,
        })),
      })),
    },
  };
}

/** A pattern that matches no file fails the generator, so that a layer of apps without a base copies none. */
function foldersOf({ folder, overlays }: Layer, { name }: Environment): readonly string[] {
  const hasBase = overlays.some(({ app }) => Object.keys(app.resources).length > 0);
  return [...(hasBase ? [`${folder}/base`] : []), `${folder}/${name}`];
}
