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
  | "cluster-held"
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
    // For a fault of the cluster the stack tells the reader nothing, and Pulumi's provider host would print it.
    this.stack = "";
  }

  /** That host prints an error twice: as the resource's, whole, and as a line of its own, for which the code is enough. */
  override toString(): string {
    return this.code;
  }
}

/** Tells a cluster that cannot be asked, whatever the reason, from one that answered. */
export function isUnavailable(error: unknown): error is ClusterError {
  if (!(error instanceof ClusterError)) return false;
  return ["kubeconfig-missing", "kubeconfig-invalid", "context-unknown", "cluster-unreachable"].includes(error.code);
}
