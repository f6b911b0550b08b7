const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** Tells whether a string is a DNS label: what a namespace, an app and an environment are named. */
export function isLabel(value: string): boolean {
  return label.test(value);
}

/** Tells whether a string is a DNS subdomain: what most objects are named. */
export function isSubdomain(value: string): boolean {
  return value.length <= 253 && subdomain.test(value);
}

/** A list of known names for a message, each once; says so when there are none. */
export function listNames(names: Iterable<string>): string {
  const sorted = [...new Set(names)].sort();
  return sorted.length === 0 ? "none" : sorted.join(", ");
}
