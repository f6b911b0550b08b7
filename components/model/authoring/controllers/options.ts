import type { FluxComponent } from "../../cluster-settings";
import type { Deployment } from "../../kinds";
import type { JsonPatchOperation } from "../../overlay";
import type { PatchOf } from "../patch/patch-of";
import type { ControllerArguments } from "./arguments";

/** What an environment changes in Flux's own Deployments, by controller. */
export type ControllerOptions = {
  readonly [C in FluxComponent]?: {
    /** Flag without dashes → value: `{ concurrent: 20 }` becomes `--concurrent=20`. @default {} */
    readonly args?: ControllerArguments[C];
    /** Strategic merge patch of the Deployment, whose one container is `manager`. @default {} */
    readonly patch?: PatchOf<Deployment<"manager", never>>;
    /** JSON patch (RFC 6902) of the Deployment, applied last. @default [] */
    readonly jsonPatch?: readonly JsonPatchOperation[];
  };
};
