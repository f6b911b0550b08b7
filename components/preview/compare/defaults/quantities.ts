import { isMapping, type Mapping } from "../../../validation/read/fields";
import { quantityOf } from "../../../validation/read/quantity";

/** Quantities as the API server writes them apart: by number, and by whether they count in powers of two. */
export function likeQuantities(values: Mapping): Mapping {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, likeQuantity(value)]));
}

/** One quantity, so that `1000m` and `1` are the same, and `1Gi` and `1073741824` are not; anything else as it is. */
export function likeQuantity(value: unknown): unknown {
  const number = quantityOf(value);
  if (number === undefined) return value;
  const form =
    typeof value === "string" && value.endsWith("i") ? "binary" : /[eE]/.test(String(value)) ? "exponent" : "decimal";
  return `${number.toPrecision(12)} ${form}`;
}

/** `resources` of a container or of a claim. */
export function likeResources(resources: Mapping): Mapping {
  const entries = Object.entries(resources).map(([key, value]) => [
    key,
    (key === "limits" || key === "requests") && isMapping(value) ? likeQuantities(value) : value,
  ]);
  return Object.fromEntries(entries) as Mapping;
}
