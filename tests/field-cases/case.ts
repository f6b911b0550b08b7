import { appended, type Files, soundTree } from "../components/validation/sound-tree";

/** One example of a fault that people reported, and the rule that stops it; without a rule, a look-alike that must pass. */
export interface FieldCase {
  /** Number in the list of reported faults. */
  readonly number: number;
  readonly title: string;
  readonly files: Files;
  readonly rule?: string;
}

export const apps = "clusters/staging/apps.yaml";
export const sync = "clusters/staging/flux-system/gotk-sync.yaml";
export const overlay = "apps/staging/web/kustomization.yaml";

/** A ConfigMap of the overlay with these lines of data. */
export function configMap(data: string, metadata = ""): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: more\n${metadata}data:\n${data}`;
}

/** A HelmRelease of the overlay with these lines of spec. */
export function release(more: string, name = "chart"): string {
  return `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: ${name}
spec:
  interval: 1h
  chart:
    spec:
      chart: thing
      sourceRef: { kind: HelmRepository, name: charts, namespace: shared }
${more}`;
}

/** A tree with some files written over. */
export function over(files: Files, more: Readonly<Record<string, string>>): Files {
  return new Map([...files, ...Object.entries(more)]);
}

/** The layer of the apps with more lines of spec. */
export function layerOf(spec: string): string {
  return appended(apps, spec).get(apps) ?? "";
}

/** The sound tree's overlay with a change of its kustomization. */
export function kustomization(change: (text: string) => string): string {
  return change(soundTree().get(overlay) ?? "");
}
