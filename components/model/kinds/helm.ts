import type { IHelmReleaseSpec } from "@kubernetes-models/flux-cd/helm.toolkit.fluxcd.io/v2/HelmReleaseSpec" with {
  "resolution-mode": "import",
};
import type { IHelmRepositorySpec } from "@kubernetes-models/flux-cd/source.toolkit.fluxcd.io/v1/HelmRepositorySpec" with {
  "resolution-mode": "import",
};
import type { IOCIRepositorySpec } from "@kubernetes-models/flux-cd/source.toolkit.fluxcd.io/v1/OCIRepositorySpec" with {
  "resolution-mode": "import",
};
import type { Duration } from "../duration";
import type { Input, Metadata } from "./object";

/** Values of a chart: any JSON. In an overlay they merge into the base's, and a list replaces the base's list. */
export type ChartValues = Record<string, unknown>;

export interface HelmRepositorySpec extends Omit<IHelmRepositorySpec, "interval" | "timeout"> {
  /** Not used for `type: oci`. */
  interval?: Duration;
  timeout?: Duration;
}

export interface HelmRepository {
  readonly apiVersion: "source.toolkit.fluxcd.io/v1";
  readonly kind: "HelmRepository";
  readonly metadata: Metadata;
  readonly spec: HelmRepositorySpec;
}

export interface OCIRepositorySpec extends Omit<IOCIRepositorySpec, "interval" | "timeout"> {
  interval: Duration;
  timeout?: Duration;
}

export interface OCIRepository {
  readonly apiVersion: "source.toolkit.fluxcd.io/v1";
  readonly kind: "OCIRepository";
  readonly metadata: Metadata;
  readonly spec: OCIRepositorySpec;
}

export interface HelmReleaseSpec extends Omit<IHelmReleaseSpec, "interval" | "timeout" | "values"> {
  interval: Duration;
  timeout?: Duration;
  values?: ChartValues;
}

export interface HelmRelease {
  readonly apiVersion: "helm.toolkit.fluxcd.io/v2";
  readonly kind: "HelmRelease";
  readonly metadata: Metadata;
  readonly spec: HelmReleaseSpec;
}

/** A HelmRepository: where charts come from. */
export function helmRepository(input: Input<HelmRepository>): HelmRepository {
  return { apiVersion: "source.toolkit.fluxcd.io/v1", kind: "HelmRepository", ...input };
}

/** An OCIRepository: one chart or artifact of an OCI registry, for `chartRef`. */
export function ociRepository(input: Input<OCIRepository>): OCIRepository {
  return { apiVersion: "source.toolkit.fluxcd.io/v1", kind: "OCIRepository", ...input };
}

/** A HelmRelease: a chart with values. */
export function helmRelease(input: Input<HelmRelease>): HelmRelease {
  return { apiVersion: "helm.toolkit.fluxcd.io/v2", kind: "HelmRelease", ...input };
}
