import type { FluxComponent } from "../cluster-settings";
import type { JsonPatchOperation } from "../overlay";

/** What an environment changes in the Deployment of one Flux controller, with its types erased: what the renderer reads. */
export interface ControllerChange {
  /** Flag without dashes → value; put after those that the release and the stack's configuration give. */
  readonly args?: object;
  /** Strategic merge patch body of the Deployment. */
  readonly patch?: object;
  /** Applied last. */
  readonly jsonPatch?: readonly JsonPatchOperation[];
}

/** Changes by controller. */
export type ControllerChanges = Readonly<Partial<Record<FluxComponent, ControllerChange>>>;
