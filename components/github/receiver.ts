import { createHash } from "node:crypto";

/** What a Receiver is called, and where. */
export interface ReceiverName {
  readonly name: string;
  readonly namespace: string;
}

/** Where notification-controller listens for a Receiver, whose path follows from its name and its token. */
export function receiverAddress(webhookUrl: string, token: string, { name, namespace }: ReceiverName): string {
  const digest = createHash("sha256").update(`${token}${name}${namespace}`).digest("hex");
  return `${webhookUrl}/hook/${digest}`;
}
