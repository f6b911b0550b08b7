const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const namePart = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** A DNS-1123 label: the name of a container, a Namespace, a Service. */
export function isLabelName(text: string): boolean {
  return text.length <= 63 && label.test(text);
}

/** A DNS-1123 subdomain: the name of most objects, and a host. */
export function isSubdomain(text: string): boolean {
  return text.length <= 253 && subdomain.test(text);
}

/** A key of a label, such as `app` or `app.kubernetes.io/name`. */
export function isQualifiedName(text: string): boolean {
  const slash = text.indexOf("/");
  const name = text.slice(slash + 1);
  return (slash < 0 || isSubdomain(text.slice(0, slash))) && name.length <= 63 && namePart.test(name);
}

/** The name of a container's port. */
export function isPortName(text: string): boolean {
  return text.length <= 15 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && /[a-z]/.test(text);
}

/** Whether a number is that of a port. */
export function isPortNumber(value: number): boolean {
  return value >= 1 && value <= 65535;
}

/** Whether a text waits for a variable, so that nobody knows yet what it will be. */
export function isOpen(value: unknown): boolean {
  return typeof value === "string" && value.includes("${");
}
