import type { Duration } from "../../duration";

/** Flags that all controllers take. What decides where a controller listens or what it watches is the stack's configuration instead. */
interface CommonArguments {
  /** How many objects are reconciled at once. */
  readonly concurrent?: number;
  /** Feature → whether it is on. */
  readonly "feature-gates"?: Readonly<Record<string, boolean>>;
  readonly "kube-api-qps"?: number;
  readonly "kube-api-burst"?: number;
  readonly "min-retry-delay"?: Duration;
  readonly "max-retry-delay"?: Duration;
  readonly "watch-label-selector"?: string;
}

/** Controllers that read sources. */
interface ReaderArguments extends CommonArguments {
  /** How soon an object whose dependency is not ready is looked at again. */
  readonly "requeue-dependency"?: Duration;
  readonly "default-service-account"?: string;
  readonly "http-retry"?: number;
  readonly "interval-jitter-percentage"?: number;
  readonly "no-cross-namespace-refs"?: boolean;
  readonly "watch-configs-label-selector"?: string;
}

interface SshArguments {
  readonly "ssh-hostkey-algos"?: string;
  readonly "ssh-kex-algos"?: string;
}

interface SourceArguments extends CommonArguments, SshArguments {
  readonly "artifact-retention-records"?: number;
  readonly "artifact-retention-ttl"?: Duration;
  readonly "helm-cache-max-size"?: number;
  readonly "helm-cache-purge-interval"?: Duration;
  readonly "helm-cache-ttl"?: Duration;
  readonly "helm-chart-file-max-size"?: number;
  readonly "helm-chart-max-size"?: number;
  readonly "helm-index-max-size"?: number;
  readonly "interval-jitter-percentage"?: number;
  readonly "requeue-dependency"?: Duration;
}

interface KustomizeArguments extends ReaderArguments {
  /** How many objects of one Kustomization are applied at once. */
  readonly "concurrent-ssa"?: number;
  readonly "no-remote-bases"?: boolean;
  readonly "sops-age-secret"?: string;
}

interface HelmArguments extends ReaderArguments {
  readonly "graceful-shutdown-timeout"?: Duration;
  readonly "oom-watch-interval"?: Duration;
  readonly "oom-watch-memory-threshold"?: number;
}

interface NotificationArguments extends CommonArguments {
  readonly "no-cross-namespace-refs"?: boolean;
}

interface ReflectorArguments extends CommonArguments {
  /** Minutes. */
  readonly "gc-interval"?: number;
  readonly "no-cross-namespace-refs"?: boolean;
}

interface AutomationArguments extends CommonArguments, SshArguments {
  readonly "no-cross-namespace-refs"?: boolean;
}

interface WatcherArguments extends CommonArguments {
  readonly "http-retry"?: number;
  readonly "interval-jitter-percentage"?: number;
  readonly "no-cross-namespace-refs"?: boolean;
  readonly "reconciliation-timeout"?: Duration;
  readonly "requeue-dependency"?: Duration;
}

/** Controller → the flags that it takes; one that is not listed is given by a JSON patch. */
export interface ControllerArguments {
  readonly "source-controller": SourceArguments;
  readonly "kustomize-controller": KustomizeArguments;
  readonly "helm-controller": HelmArguments;
  readonly "notification-controller": NotificationArguments;
  readonly "image-reflector-controller": ReflectorArguments;
  readonly "image-automation-controller": AutomationArguments;
  readonly "source-watcher": WatcherArguments;
}
