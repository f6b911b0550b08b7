import type { Fault } from "./issue";
import type { KubernetesObject } from "./object";

/** Objects of an app by the name that overlays address them with. */
export type Resources = Readonly<Record<string, KubernetesObject>>;

/** What an app is, whatever the environment: rendered to `<layer folder>/base/<name>/`; an app without objects has no base. */
export interface App<R extends Resources = Resources> {
  readonly name: string;
  readonly resources: R;
  /** What `defineApp` found wrong; `defineMonorepo` reports it with everything else. */
  readonly faults?: readonly Fault[];
}
