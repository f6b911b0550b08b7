import type { IReceiver } from "@kubernetes-models/flux-cd/notification.toolkit.fluxcd.io/v1" with {
  "resolution-mode": "import",
};
import type { ClusterSettings } from "../../model/cluster-settings";
import type { KubernetesObject } from "../../model/object";
import { followedSource } from "./followed-source";
import { fluxNamespace, receiverName } from "./names";

/** Takes GitHub's notice of a push, and makes Flux fetch the repository at once. */
export function pushReceiver(secret: string, settings: ClusterSettings): IReceiver & KubernetesObject {
  return {
    apiVersion: "notification.toolkit.fluxcd.io/v1",
    kind: "Receiver",
    metadata: { name: receiverName, namespace: fluxNamespace },
    spec: {
      type: "github",
      events: ["ping", "push"],
      secretRef: { name: secret },
      resources: [{ apiVersion: "source.toolkit.fluxcd.io/v1", ...followedSource(settings) }],
    },
  };
}
