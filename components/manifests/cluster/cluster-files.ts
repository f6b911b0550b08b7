import type { ClusterSettings } from "../../model/cluster-settings";
import type { Environment } from "../../model/environment";
import { textFile, type RenderedFile } from "../../model/file-tree";
import type { FluxRelease } from "../../model/flux-release";
import { assertNoIssues } from "../../model/issue";
import { tell } from "../../model/report/gather";
import { kustomizationFile } from "../app/kustomization";
import { stringifyManifests } from "../emit/manifest";
import { controllerPatches, type ControllerPatches } from "../flux/controller-patches";
import { fluxDistribution } from "../flux/distribution";
import { withHeader } from "../header";
import { artifactGenerator } from "./artifact-generator";
import { layerFile, layerKustomizations, type FluxKustomization } from "./layer-kustomizations";
import { clusterPath } from "./names";
import { pushReceiver } from "./push-receiver";
import { clusterReadme } from "./readme";
import { syncObjects } from "./sync-objects";

/** What one environment's configuration adds to the tree, and the Flux release that its version names. */
export interface ClusterInput {
  readonly settings: ClusterSettings;
  readonly release: FluxRelease;
}

/** The files of `clusters/<env>/`: Flux itself, one file of Kustomizations for each first segment of a layer's folder, and a README. */
export function clusterFiles(
  environment: Environment,
  { settings, release }: ClusterInput,
): readonly (readonly [string, RenderedFile])[] {
  assertRelease(environment, release);
  const at = (name: string): string => `${clusterPath(environment.name)}/${name}`;
  const distribution = fluxDistribution(release, settings.flux);
  const patches = controllerPatches(environment.controllers ?? {}, distribution);
  tell(patches.faults.map((fault) => ({ ...fault, path: at("flux-system/kustomization.yaml") })));
  const components = withHeader(
    stringifyManifests(distribution),
    `Flux ${release.version}: ${settings.flux.components.join(", ")}`,
  );
  const sync = withHeader(stringifyManifests(syncObjects(environment.name, settings)));
  const files: readonly (readonly [string, string])[] = [
    ["flux-system/gotk-components.yaml", components],
    ["flux-system/gotk-sync.yaml", sync],
    ["flux-system/kustomization.yaml", fluxKustomization(patches)],
    ...patches.files.map(({ name, content }) => [`flux-system/${name}`, content] as const),
    ...layerFiles(environment, settings),
    ...artifactFiles(environment, settings),
    ...receiverFiles(settings),
    ["README.md", clusterReadme(environment, settings)],
  ];
  return files.map(([name, content]) => [at(name), textFile(content)]);
}

function fluxKustomization({ files }: ControllerPatches): string {
  const resources = ["gotk-components.yaml", "gotk-sync.yaml"];
  return kustomizationFile({ resources, patches: files.map(({ entry }) => entry) });
}

function layerFiles(environment: Environment, settings: ClusterSettings): readonly (readonly [string, string])[] {
  const grouped = new Map<string, FluxKustomization[]>();
  const kustomizations = layerKustomizations(environment, settings);
  for (const [index, layer] of environment.layers.entries()) {
    const file = layerFile(layer);
    const kustomization = kustomizations[index];
    if (kustomization !== undefined) grouped.set(file, [...(grouped.get(file) ?? []), kustomization]);
  }
  return [...grouped].map(([file, objects]) => [file, withHeader(stringifyManifests(objects))]);
}

/** Applied by Flux alone: layers wait for their artifacts. */
function artifactFiles(environment: Environment, settings: ClusterSettings): readonly (readonly [string, string])[] {
  if (settings.splitLayers !== true || environment.layers.length === 0) return [];
  return [["artifacts.yaml", withHeader(stringifyManifests([artifactGenerator(environment, settings)]))]];
}

/** Applied by Flux alone, once its controllers are there. */
function receiverFiles(settings: ClusterSettings): readonly (readonly [string, string])[] {
  const { receiverSecret } = settings;
  if (receiverSecret === undefined) return [];
  return [["receiver.yaml", withHeader(stringifyManifests([pushReceiver(receiverSecret, settings)]))]];
}

function assertRelease({ name, fluxVersion }: Environment, release: FluxRelease): void {
  if (fluxVersion === release.version) return;
  const message = `${name} pins Flux ${fluxVersion}, but was given the manifests of ${release.version}. Give those of ${fluxVersion}.`;
  assertNoIssues([
    { code: "flux-version-mismatch", path: `${clusterPath(name)}/flux-system/gotk-components.yaml`, message },
  ]);
}
