type Unit = "ms" | "s" | "m" | "h";

/** A Go duration as Flux writes it: `30s`, `10m`, `1m0s`, `1h30m`. */
export type Duration =
  `${number}${Unit}` | `${number}${Unit}${number}${Unit}` | `${number}${Unit}${number}${Unit}${number}${Unit}`;

const pattern = /^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$/;

/** Tells whether a string of configuration is a duration that Flux accepts. */
export function isDuration(value: string): value is Duration {
  return pattern.test(value);
}
