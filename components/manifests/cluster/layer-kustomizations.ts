import type { IKustomization } from "@kubernetes-models/flux-cd/kustomize.toolkit.fluxcd.io/v1" with {
  "resolution-mode": "import",
};
import type { ClusterSettings } from "../../model/cluster-settings";
import type { Environment, Layer } from "../../model/environment";
import { variablesOfLayer } from "../../model/flux/variable-use";
import { quoteVariable, variablesObject } from "../../model/flux/variables";
import type { KubernetesObject } from "../../model/object";
import { isEncrypted, isSealedSecret } from "../../model/sealed-secret";
import { followedSource } from "./followed-source";
import { fluxNamespace } from "./names";

/** Where Flux finds the values of variables; the ConfigMap is written by the environment's update. */
const substitution = {
  substitute: { [quoteVariable]: '"' },
  substituteFrom: [{ kind: "ConfigMap" as const, name: variablesObject }],
};

/** A Kustomization of Flux as this program writes it. */
export type FluxKustomization = IKustomization & KubernetesObject;

/** The Kustomizations of an environment, one a layer, in the order of its layers. */
export function layerKustomizations(environment: Environment, settings: ClusterSettings): readonly FluxKustomization[] {
  const needed = new Set(environment.layers.flatMap(({ dependsOn }) => dependsOn.map(({ name }) => name)));
  return environment.layers.map((layer) => ({
    apiVersion: "kustomize.toolkit.fluxcd.io/v1",
    kind: "Kustomization",
    metadata: { name: layer.name, namespace: fluxNamespace },
    spec: {
      interval: layer.interval,
      retryInterval: layer.retryInterval,
      timeout: layer.timeout,
      ...(layer.dependsOn.length === 0 ? {} : { dependsOn: layer.dependsOn.map(({ name }) => ({ name })) }),
      sourceRef:
        settings.splitLayers === true ? { kind: "ExternalArtifact", name: layer.name } : followedSource(settings),
      path: `./${layerPath(layer, environment)}`,
      prune: layer.prune,
      wait: layer.wait || needed.has(layer.name),
      ...(hasSealedFiles(layer)
        ? { decryption: { provider: "sops", secretRef: { name: settings.decryptionSecret } } }
        : {}),
      ...(variablesOfLayer(layer, environment.variables).size > 0 ? { postBuild: substitution } : {}),
      ...layer.spec,
    },
  }));
}

/** Folder that a layer's Kustomization builds: `monitoring/controllers/staging`. */
export function layerPath(layer: Layer, environment: Environment): string {
  return `${layer.folder}/${environment.name}`;
}

/** File of `clusters/<env>/` that a layer's Kustomization stands in: that of the first segment of its folder. */
export function layerFile(layer: Layer): string {
  return `${layer.folder.split("/")[0] ?? layer.folder}.yaml`;
}

function hasSealedFiles(layer: Layer): boolean {
  return layer.overlays.some(
    ({ add, raw }) => Object.values(add).some(isSealedSecret) || Object.values(raw?.files ?? {}).some(isEncrypted),
  );
}
