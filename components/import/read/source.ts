import type { KustomizationFields } from "../../model/flux/kustomization-fields";
import type { FluxBuildSpec } from "../../kustomize/tree/generate";

/** One Kustomization of Flux as the repository has it. */
export interface SourceLayer {
  readonly name: string;
  /** Folder of the repository that it builds: `apps/staging`. */
  readonly folder: string;
  /** What its spec adds to that build. */
  readonly build: FluxBuildSpec;
  readonly dependsOn: readonly string[];
  readonly interval?: string;
  readonly retryInterval?: string;
  readonly timeout?: string;
  readonly prune: boolean;
  readonly wait: boolean;
  /** Fields that a layer has no option for. */
  readonly others: KustomizationFields;
}

/** One folder of `clusters/`. */
export interface SourceEnvironment {
  readonly name: string;
  /** Version of its Flux, where its manifests say so. */
  readonly fluxVersion?: string;
  readonly layers: readonly SourceLayer[];
  /** Files of `clusters/<env>/` that hold anything but layers and Flux itself. */
  readonly otherFiles: readonly OtherFile[];
}

/** What a file of `clusters/<env>/` holds beside layers. */
export interface OtherFile {
  readonly path: string;
  /** Where it will stand in the monorepo. */
  readonly target: string;
  readonly text: string;
}

/** Something that the import did not turn into typed code. */
export interface Remark {
  readonly path: string;
  readonly reason: string;
}

/** What `clusters/` says. */
export interface SourceRepository {
  readonly environments: readonly SourceEnvironment[];
  readonly remarks: readonly Remark[];
}
