// TS2322: is not assignable to type
import type { ClusterSettings } from "../../../components/model/cluster-settings";

export const follows: ClusterSettings["follows"] = { kind: "mirror", url: "git@mirror.example.org:you/monorepo.git" };
