import { knownNames } from "../../../model/report/closest";
import type { BuiltObject } from "../../batch";

const detailLimit = 300;

/** How kustomize calls folders that list each other. */
export const cycle = "cycle detected";

/** kustomize's own words, as a detail at the end of an explanation. */
export function inRawWords(reason: string): string {
  // The explanation says as much.
  if (reason === cycle || /^lists ".*", which does not exist$/.test(reason)) return "";
  const text = reason.length > detailLimit ? `${reason.slice(0, detailLimit)}…` : reason;
  return text === "" ? "" : ` (kustomize: ${text})`;
}

/** A value in few characters. */
export function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Objects by kind and name, the closest to the wrong one first. */
export function objectsHere(objects: readonly BuiltObject[], wrong: string): string {
  return knownNames(
    objects.map(({ object }) => `${object.kind} ${object.metadata.name}`),
    wrong,
  );
}

/** An object as kustomize's messages name it. */
export interface NamedId {
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  readonly namespace?: string;
}

/** What `Deployment.v1.apps/web.[noNs]` says. */
export function readId(text: string): NamedId | undefined {
  const found =
    /([A-Z]\w*)\.(\[noVer\]|[^/\s".]*)\.?([^/\s"]*)\/([^\s"';:]+)\.(\[noNs\]|[a-z0-9-]+)(?=$|[\s"';:,])/.exec(text);
  const [, kind, version = "", group = "", name, namespace = ""] = found ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const apiVersion = group === "[noGrp]" || group === "" ? version : `${group}/${version}`;
  return { kind, apiVersion, name, ...(namespace === "[noNs]" ? {} : { namespace }) };
}
