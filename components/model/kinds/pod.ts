import type { IContainer } from "kubernetes-models/v1/Container" with { "resolution-mode": "import" };
import type { IPodSpec } from "kubernetes-models/v1/PodSpec" with { "resolution-mode": "import" };

/** A container whose name the compiler knows, so that overlays can only address containers that exist. */
export interface NamedContainer<Name extends string> extends Omit<IContainer, "name" | "restartPolicy"> {
  name: Name;
  /** `Always` makes an init container a sidecar. */
  restartPolicy?: "Always" | "Never" | "OnFailure";
}

/** The pod of a workload: `C` and `I` are the names of its containers and init containers. */
export interface PodSpec<C extends string, I extends string> extends Omit<
  IPodSpec,
  "containers" | "initContainers" | "ephemeralContainers"
> {
  containers: NamedContainer<C>[];
  initContainers?: NamedContainer<I>[];
}

/** `template` of a workload. */
export interface PodTemplate<C extends string, I extends string> {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: PodSpec<C, I>;
}
