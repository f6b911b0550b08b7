import { openCluster } from "../client";
import type { HostedProvider } from "../../hosted-provider";
import { fluxNamespace } from "../flux-kinds";
import { controllersRun, stripFinalizers } from "./finalizers";
import { suspendAll, resumeAll } from "./suspend";
import { openForTeardown, type TeardownInputs } from "./recorded-cluster";
import { teardownProvider } from "./provider";

/** Created last, so deleted first: suspends everything, so that no deletion that follows prunes a workload. */
export const provider: HostedProvider = teardownProvider("suspension", {
  created: async (inputs: TeardownInputs) => resumeAll(await openCluster(inputs.access)),
  deleted: async (inputs: TeardownInputs) => {
    const client = await openForTeardown(inputs);
    if (client === undefined) return;
    await suspendAll(client, fluxNamespace);
    // What follows is deleted by the controllers, if there are any.
    if (!(await controllersRun(client))) await stripFinalizers(client);
  },
});
