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

/** The kind and name of `Deployment.v1.apps/web.[noNs]`. */
export function readId(text: string): { readonly kind: string; readonly name: string } | undefined {
  const found = /([A-Z]\w*)\.[^/\s"]*\/([^\s"';:]+)\.(?:\[noNs\]|[a-z0-9-]+)(?=$|[\s"';:,])/.exec(text);
  const [, kind, name] = found ?? [];
  return kind === undefined || name === undefined ? undefined : { kind, name };
}
