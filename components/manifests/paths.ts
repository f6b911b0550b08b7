/** Folder of an app's base objects, below the folder of its layer. */
export function basePath(folder: string, app: string): string {
  return `${folder}/base/${app}`;
}

/** Folder of an app's overlay. */
export function overlayPath(folder: string, environment: string, app: string): string {
  return `${folder}/${environment}/${app}`;
}

/** File of an object, named for the key that it has in its app or overlay: `storageClaim` → `storage-claim.yaml`. */
export function objectFile(key: string): string {
  return `${kebabCase(key)}.yaml`;
}

/** File of a sealed secret in the folder of its overlay: `grafanaAdmin` → `grafana-admin.sops.yaml`. */
export function sealedName(key: string): string {
  return `${kebabCase(key)}.sops.yaml`;
}

/** A key of the model as part of a file name. */
export function kebabCase(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}
