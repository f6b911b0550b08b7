/** Why a cluster did not do what it was asked. */
export type ClusterErrorCode =
  | "kubeconfig-missing"
  | "kubeconfig-invalid"
  | "context-unknown"
  | "cluster-unreachable"
  | "cluster-unauthorized"
  | "cluster-forbidden"
  | "cluster-refused"
  | "cluster-mismatch"
  | "reconciliation-failed";

/** A failure that concerns a cluster. The message holds what is wrong and what to do, and never a credential. */
export class ClusterError extends Error {
  constructor(
    readonly code: ClusterErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "ClusterError";
    // Pulumi's provider host prints the stack beneath the message; for a fault of the cluster it tells the reader nothing.
    this.stack = "";
  }
}

/** Tells a cluster that cannot be asked, whatever the reason, from one that answered. */
export function isUnavailable(error: unknown): error is ClusterError {
  if (!(error instanceof ClusterError)) return false;
  return ["kubeconfig-missing", "kubeconfig-invalid", "context-unknown", "cluster-unreachable"].includes(error.code);
}
