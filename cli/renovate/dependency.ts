/** One version that an environment runs, as Renovate names it. */
export interface Dependency {
  /** Where new versions are looked up: `docker`, `helm`, `github-releases`. */
  readonly datasource: string;
  readonly depName: string;
  /** URL of a Helm repository that is no OCI registry. */
  readonly registryUrl?: string;
  readonly currentValue?: string;
  readonly currentDigest?: string;
}

/** Names a dependency in a message: `docker docker.io/traefik/whoami v1.11.0`. */
export function describeDependency(dependency: Dependency): string {
  const { datasource, depName, registryUrl, currentValue, currentDigest } = dependency;
  const parts = [datasource, depName, registryUrl, currentValue, currentDigest];
  return parts.filter((part) => part !== undefined).join(" ");
}

/** A dependency from parts of which some may be missing. */
export function dependency(
  datasource: string,
  depName: string,
  parts: Readonly<Record<"registryUrl" | "currentValue" | "currentDigest", string | undefined>>,
): Dependency {
  const { registryUrl, currentValue, currentDigest } = parts;
  return {
    datasource,
    depName,
    ...(registryUrl === undefined ? {} : { registryUrl }),
    ...(currentValue === undefined ? {} : { currentValue }),
    ...(currentDigest === undefined ? {} : { currentDigest }),
  };
}
