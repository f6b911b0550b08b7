import { isSuccess, type ApiAnswer } from "../request";

/** What the API server says to an object that nobody applies yet. */
export type DryRun =
  /** What the object would be, with defaults and everything that admission adds. */
  | { readonly kind: "accepted"; readonly object: object }
  | {
      readonly kind: "refused";
      readonly status: number;
      /** In one word: `Invalid`, `Forbidden`, `NotFound`. */
      readonly reason: string;
      readonly message: string;
    }
  /** No such kind. */
  | { readonly kind: "unserved" };

/** Reads the answer to a dry run. */
export function dryRunOf(answer: ApiAnswer): DryRun {
  const { status } = answer;
  const body = parsed(answer.text);
  if (isSuccess(answer) && body !== undefined) return { kind: "accepted", object: body };
  const { reason, message } = { reason: "", message: "no reason given", ...textsOf(body) };
  return { kind: "refused", status, reason: reason === "" ? String(status) : reason, message };
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // Not every proxy on the way answers in JSON.
    return undefined;
  }
}

function textsOf(body: object = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === "string"));
}
