import { RunError } from "@pulumi/pulumi";
import { ClusterError } from "./cluster/errors";
import { IssuesError } from "./model/issue";

/** Ends the program with a text that the engine shows as it is: the message of an error that people can act on, the stack of any other. */
export function refuse(error: unknown): never {
  throw withoutStack(new RunError(textOf(error)));
}

function textOf(error: unknown): string {
  if (error instanceof IssuesError || error instanceof ClusterError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The engine inspects an error that has a stack, and Node 22 never ends with one that names `node_modules/@pulumi/resource.ts`. */
function withoutStack(error: Error): Error {
  error.stack = "";
  return error;
}
