/** Kinds whose loss takes more with it than the object, the worst first. */
const graveKinds: readonly string[] = [
  "Namespace",
  "PersistentVolumeClaim",
  "CustomResourceDefinition",
  "PersistentVolume",
  "StatefulSet",
  "Kustomization",
  "HelmRelease",
];

/** Whether the loss of an object of this kind takes data or other objects with it. */
export function isGrave(kind: string): boolean {
  return graveKinds.includes(kind);
}

/** Orders kinds by what their loss takes with it, the worst first. */
export function weight(kind: string): number {
  const position = graveKinds.indexOf(kind);
  return position < 0 ? graveKinds.length : position;
}

/** What goes with an object of a kind, as the end of a sentence; undefined where it is the object alone. */
export function companions(kind: string): string | undefined {
  switch (kind) {
    case "Namespace":
      return "with everything in it";
    case "PersistentVolumeClaim":
      return "with its data, unless the volume is retained";
    case "CustomResourceDefinition":
      return "with every object of its kind";
    case "Kustomization":
      return "with what it applied";
    case "HelmRelease":
      return "with what its chart installed";
    default:
      return undefined;
  }
}
