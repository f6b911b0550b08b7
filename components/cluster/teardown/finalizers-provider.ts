import type { HostedProvider } from "../../hosted-provider";
import { stripFinalizers } from "./finalizers";
import { teardownProvider } from "./provider";
import { openRecorded } from "./recorded-cluster";

/** Sits between CRDs and controllers: deleted when the controllers are gone and before the CRDs are. */
export const provider: HostedProvider = teardownProvider("finalizers", {
  created: () => Promise.resolve(),
  deleted: async (inputs) => {
    const client = await openRecorded(inputs);
    if (client !== undefined) await stripFinalizers(client);
  },
});
