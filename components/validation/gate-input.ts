import type { BuiltObject } from "../kustomize/batch";
import type { FolderBuild } from "../kustomize/build-folders";
import type { Folders } from "../kustomize/tree/files";
import type { KubernetesObject } from "../model/object";
import type { LeftOut } from "../model/report/left-out";
import type { Reference } from "./read/flux";
import type { SchemaCheck } from "./schema/catalog";

/** One Kustomization of an environment, and what its path builds to. */
export interface GateLayer {
  /** `<namespace>/<name>` of the Kustomization. */
  readonly key: string;
  readonly name: string;
  /** Undefined for the root of an environment whose gotk-sync.yaml is missing. */
  readonly kustomization: KubernetesObject | undefined;
  /** File that declares the Kustomization. */
  readonly origin: string;
  /** Folder that it builds, or undefined where its source is another repository. */
  readonly folder: string | undefined;
  /** Whether this is the environment's own folder, `clusters/<env>`. */
  readonly root: boolean;
  readonly build: FolderBuild;
}

/** A built object, and the layer that applies it. */
export interface PlacedObject extends BuiltObject {
  readonly layer: GateLayer;
}

/** An object that a cluster has although it is not part of the tree: a Secret planted by a run, one not sealed yet. */
export interface ProvidedObject extends Reference {
  /** @default every environment */
  readonly environment?: string;
  /** Names of its entries. @default they are not known */
  readonly keys?: readonly string[];
}

/** Everything that one cluster would run. */
export interface GateEnvironment {
  readonly name: string;
  /** The root first. */
  readonly layers: readonly GateLayer[];
  readonly objects: readonly PlacedObject[];
  /** Objects of one kind, by name. */
  find(reference: Reference): readonly PlacedObject[];
  /** Keys of the layers that are applied no later than this one: itself, the root, and all that it depends on. */
  reach(layer: GateLayer): ReadonlySet<string>;
  /** An object that exists in the cluster without being part of the tree. */
  provided(reference: Reference): ProvidedObject | undefined;
  /** What its objects lack because it is faulty itself. */
  readonly leftOut: readonly LeftOut[];
  /** What the schema of the object's kind has against it; undefined where no schema is known. */
  readonly schemaFaults: SchemaCheck;
}

/** What the rules judge. */
export interface GateInput {
  readonly tree: Folders;
  /** Environments whose `clusters/<env>/` is part of the tree. */
  readonly environments: readonly GateEnvironment[];
  /** Environments of the model whose `clusters/<env>/` is not. */
  readonly absent: readonly string[];
  /** Kustomization folders that neither a Kustomization nor another folder names. */
  readonly unclaimed: readonly { readonly folder: string; readonly build: FolderBuild }[];
  /** What the tree and the builds of any environment lack because it is faulty itself. */
  readonly leftOut: readonly LeftOut[];
}
