import type { ControllerOptions } from "../../components/model/authoring";

/** Flux on a cluster that runs much: more is reconciled at once, with the memory that this takes. */
export const busyControllers: ControllerOptions = {
  "kustomize-controller": {
    args: { concurrent: 20, "requeue-dependency": "10s" },
    patch: {
      spec: { template: { spec: { containers: [{ name: "manager", resources: { limits: { memory: "2Gi" } } }] } } },
    },
  },
};
