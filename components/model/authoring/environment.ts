import type { Duration } from "../duration";
import type { Environment, Layer } from "../environment";
import { IssuesError, type Issue } from "../issue";
import { isGathering, tell } from "../report/gather";
import type { KustomizationFields } from "../flux/kustomization-fields";
import type { Overlay } from "../overlay";
import type { ControllerOptions } from "./controllers/options";
import { unknownOptions } from "./faults/unknown-options";
import type { RepositoryFolder } from "./repository-path";

/** Known to the compiler only: which environment a layer belongs to, and the names of the layers that it needs. */
declare const scope: unique symbol;

/** A layer of the environment `E`, which needs the layers named `Needs`. */
export interface EnvironmentLayer<E extends string, Name extends string, Needs extends string> extends Layer {
  readonly name: Name;
  readonly [scope]?: { readonly environment: E; readonly needs: Needs };
}

/** What a layer holds and how Flux applies it. */
export interface LayerOptions<E extends string, Folder extends string, On extends EnvironmentLayer<E, string, string>> {
  /** Folder of its bases and overlays in the monorepo: `monitoring/controllers`. */
  readonly folder: RepositoryFolder<Folder>;
  readonly overlays: readonly Overlay[];
  /** Layers of this environment that must be ready first. @default [] */
  readonly dependsOn?: readonly On[];
  /** How often Flux compares the cluster with Git. @default 1h */
  readonly interval?: Duration;
  /** How soon Flux tries again after a failure. @default 1m */
  readonly retryInterval?: Duration;
  /** How long Flux waits for the layer to be applied and ready. @default 5m */
  readonly timeout?: Duration;
  /** Whether Flux deletes what leaves the layer. @default true */
  readonly prune?: boolean;
  /** Whether Flux waits until everything is ready; it always does where another layer depends on this one. @default false */
  readonly wait?: boolean;
  /** Further fields of the Kustomization, as Flux has them; they win over what follows from the layer. @default {} */
  readonly spec?: KustomizationFields;
}

/** Makes a layer of one environment. */
export type LayerBuilder<E extends string> = <
  const Name extends string,
  const Folder extends string,
  On extends EnvironmentLayer<E, string, string> = never,
>(
  name: Name,
  options: LayerOptions<E, Folder, On>,
) => EnvironmentLayer<E, Name, On["name"]>;

/** What an environment has besides its layers. */
export interface EnvironmentSettings extends Pick<Environment, "fluxVersion" | "ageRecipients"> {
  /** Changes of Flux's own Deployments. @default {} */
  readonly controllers?: ControllerOptions;
}

type NeedsOf<L> = L extends EnvironmentLayer<string, string, infer Needs> ? Needs : never;

type Missing<L extends Layer> = string extends NeedsOf<L> ? never : Exclude<NeedsOf<L>, L["name"]>;

/** Nothing when every needed layer is in the list, else a message as a type. */
type Complete<L extends readonly Layer[]> = [Missing<L[number]>] extends [never]
  ? unknown
  : `another layer depends on ${Missing<L[number]>}, which is not in this list`;

/** Everything that one cluster runs. The layers are made by the builder that the function gets, so that a layer of another environment does not fit. */
export function environment<const E extends string, L extends readonly EnvironmentLayer<E, string, string>[]>(
  name: E,
  settings: EnvironmentSettings,
  layers: (layer: LayerBuilder<E>) => L & Complete<L>,
): Environment {
  return { name, ...settings, layers: isGathering() ? attempted(name, () => layers(layer)) : layers(layer) };
}

/** The layers, or none: what one environment's code throws is told among the faults of the others. */
function attempted(name: string, make: () => readonly Layer[]): readonly Layer[] {
  try {
    return make();
  } catch (error) {
    const path = `stacks/${name}.ts`;
    const reason = error instanceof Error ? error.message : String(error);
    const place = error instanceof Error ? /stacks\/[\w/.-]+:\d+/.exec(error.stack ?? "")?.[0] : undefined;
    const message = `the code of ${name} throws: ${reason}${place === undefined ? "" : ` (at ${place})`}; until it is corrected, nothing of ${name} is judged.`;
    tell(error instanceof IssuesError ? error.issues : [{ code: "failing-environment", path, message }]);
    return [];
  }
}

/** Every option, so that one that is new does not compile until it stands here. */
const known: Readonly<Record<keyof LayerOptions<string, string, never>, true>> = {
  folder: true,
  overlays: true,
  dependsOn: true,
  interval: true,
  retryInterval: true,
  timeout: true,
  prune: true,
  wait: true,
  spec: true,
};

function optionIssues(layer: string, options: object): readonly Issue[] {
  return unknownOptions("a layer", options, known).map((fault) => ({
    ...fault,
    path: "stacks",
    resource: `${layer}.${fault.resource}`,
  }));
}

function layer<
  E extends string,
  const Name extends string,
  Folder extends string,
  On extends EnvironmentLayer<E, string, string>,
>(name: Name, options: LayerOptions<E, Folder, On>): EnvironmentLayer<E, Name, On["name"]> {
  tell(optionIssues(name, options));
  return {
    name,
    folder: options.folder,
    overlays: options.overlays,
    dependsOn: options.dependsOn ?? [],
    interval: options.interval ?? "1h",
    retryInterval: options.retryInterval ?? "1m",
    timeout: options.timeout ?? "5m",
    prune: options.prune ?? true,
    wait: options.wait ?? false,
    ...(options.spec === undefined ? {} : { spec: options.spec }),
  };
}
