import type { IStorageClass } from "kubernetes-models/storage.k8s.io/v1/StorageClass" with {
  "resolution-mode": "import",
};
import type { IPersistentVolumeClaimSpec } from "kubernetes-models/v1/PersistentVolumeClaimSpec" with {
  "resolution-mode": "import",
};
import type { IPersistentVolumeSpec } from "kubernetes-models/v1/PersistentVolumeSpec" with {
  "resolution-mode": "import",
};
import type { Input, Metadata } from "./object";

export interface ConfigMap {
  readonly apiVersion: "v1";
  readonly kind: "ConfigMap";
  readonly metadata: Metadata;
  readonly data?: Record<string, string>;
  /** Base64. */
  readonly binaryData?: Record<string, string>;
  readonly immutable?: boolean;
}

export interface PersistentVolumeClaim {
  readonly apiVersion: "v1";
  readonly kind: "PersistentVolumeClaim";
  readonly metadata: Metadata;
  readonly spec: IPersistentVolumeClaimSpec;
}

export interface PersistentVolume {
  readonly apiVersion: "v1";
  readonly kind: "PersistentVolume";
  readonly metadata: Metadata;
  readonly spec: IPersistentVolumeSpec;
}

export interface StorageClass extends Omit<IStorageClass, "metadata"> {
  readonly metadata: Metadata;
}

/** A ConfigMap. There is no such builder for a Secret: a plaintext one never reaches Git, see `sealedSecret`. */
export function configMap(input: Input<ConfigMap>): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", ...input };
}

/** A PersistentVolumeClaim. */
export function persistentVolumeClaim(input: Input<PersistentVolumeClaim>): PersistentVolumeClaim {
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", ...input };
}

/** A PersistentVolume. */
export function persistentVolume(input: Input<PersistentVolume>): PersistentVolume {
  return { apiVersion: "v1", kind: "PersistentVolume", ...input };
}

/** A StorageClass. */
export function storageClass(input: Input<StorageClass>): StorageClass {
  return { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", ...input };
}
