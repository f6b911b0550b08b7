// TS2322: Property 'tag' is missing
import type { ClusterSettings } from "../../../components/model/cluster-settings";

export const follows: ClusterSettings["follows"] = { kind: "artifact", url: "oci://ghcr.io/you/monorepo" };
