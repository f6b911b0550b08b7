import { parseDigests, type PlanDigests } from "../../components/preview/digests";
import { accept, listOf, matching, refuse, type Parser } from "./parsers";
import type { ConfigReader } from "./reader";

/** What an update may delete, and which plan it is held to. */
export interface PruneConfig {
  /** Entries of `allowPrune`: objects that Flux may delete from a cluster. @default [] */
  readonly allowPrune: readonly string[];
  /** Digests that the plan must have; a part that is left out may be anything. */
  readonly expectPlan?: Partial<PlanDigests>;
}

const entry = matching(
  /^([a-z0-9][a-z0-9-]*: )?[A-Z][A-Za-z0-9]* [^\s*]*[^\s]$/,
  '"Kind namespace/name", "Kind name", or one of them that ends in "*"',
);

const digests: Parser<Partial<PlanDigests>> = (raw) => {
  const parsed = typeof raw === "string" ? parseDigests(raw) : undefined;
  return parsed === undefined ? refuse("the digests of a preview, files=…,objects=…,prune=…") : accept(parsed);
};

/** Reads both keys. */
export function decodePrune(read: ConfigReader): PruneConfig {
  const expectPlan = read.get("expectPlan", digests);
  return {
    allowPrune: read.get("allowPrune", listOf(entry)) ?? [],
    ...(expectPlan === undefined ? {} : { expectPlan }),
  };
}
