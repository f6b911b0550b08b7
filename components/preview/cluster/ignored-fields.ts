import type { KubernetesObject } from "../../model/object";
import { isMapping, mappingsAt, stringAt, type Mapping } from "../../validation/read/fields";
import { groupOf, versionOf } from "../../validation/read/identity";
import { regularExpression } from "../../validation/read/regular-expression";
import type { AppliedLayer } from "./applied";
import { ownerLabels } from "./directives";
import { fitsSelector } from "./label-selector";

/**
 * Fields of an object that exists which its Kustomization leaves as they are (`spec.ignore`), as JSON pointers: neither drift there nor a change in
 * Git makes Flux apply it, and where it does for another field, these keep their live value.
 */
export function ignoredFields({ kustomization, ...layer }: AppliedLayer, object: KubernetesObject): readonly string[] {
  const rules = mappingsAt(kustomization, "spec", "ignore");
  if (rules.length === 0) return [];
  const { metadata } = object;
  const applied = { ...object, metadata: { ...metadata, labels: { ...metadata.labels, ...ownerLabels(layer) } } };
  return rules
    .filter(({ target }) => !isMapping(target) || isTarget(target, applied))
    .flatMap(({ paths }) => (Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : []));
}

/** A value without what JSON pointers name; one that names nothing changes nothing. */
export function withoutFields<T>(value: T, pointers: readonly string[]): T {
  return pointers.reduce((rest, pointer) => {
    const [root, ...tokens] = pointer.split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    return root === "" && tokens.length > 0 ? (without(rest, tokens) as T) : rest;
  }, value);
}

function without(value: unknown, [token = "", ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const index = /^-?\d+$/.test(token) ? Number(token) : NaN;
    const position = index < 0 ? value.length + index : index;
    if (!(position in value)) return value;
    const entries: readonly unknown[] = value;
    return entries.flatMap((entry, own) =>
      own !== position ? [entry] : rest.length === 0 ? [] : [without(entry, rest)],
    );
  }
  if (!isMapping(value) || !(token in value)) return value;
  const { [token]: found, ...others } = value;
  return rest.length === 0 ? others : { ...value, [token]: without(found, rest) };
}

function isTarget(target: Mapping, object: KubernetesObject): boolean {
  const { name, namespace = "", labels, annotations } = object.metadata;
  const [own, notes] = [stringAt(target, "labelSelector"), stringAt(target, "annotationSelector")];
  return (
    matches(target.group, groupOf(object)) &&
    matches(target.version, versionOf(object)) &&
    matches(target.kind, object.kind) &&
    matches(target.name, name) &&
    matches(target.namespace, namespace) &&
    (own === undefined || fitsSelector(own, labels)) &&
    (notes === undefined || fitsSelector(notes, annotations))
  );
}

function matches(pattern: unknown, value: string): boolean {
  if (typeof pattern !== "string" || pattern === "") return true;
  return regularExpression(`^(?:${pattern})$`)?.test(value) === true;
}
