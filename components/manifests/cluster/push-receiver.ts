import type { IReceiver } from "@kubernetes-models/flux-cd/notification.toolkit.fluxcd.io/v1" with {
  "resolution-mode": "import",
};
import type { KubernetesObject } from "../../model/object";
import { fluxNamespace, receiverName, rootName } from "./names";

/** Takes GitHub's notice of a push, and makes Flux fetch the repository at once. */
export function pushReceiver(secret: string): IReceiver & KubernetesObject {
  return {
    apiVersion: "notification.toolkit.fluxcd.io/v1",
    kind: "Receiver",
    metadata: { name: receiverName, namespace: fluxNamespace },
    spec: {
      type: "github",
      events: ["ping", "push"],
      secretRef: { name: secret },
      resources: [{ apiVersion: "source.toolkit.fluxcd.io/v1", kind: "GitRepository", name: rootName }],
    },
  };
}
