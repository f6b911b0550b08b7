/** A change that people are asked to merge. */
export interface ReviewRequest {
  readonly branch: string;
  /** Branch that it is to be merged into. */
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

/** A request as the forge knows it. */
export interface Review {
  readonly number: number;
  readonly branch: string;
  /** Where people read it. */
  readonly url: string;
  readonly state: "open" | "merged" | "closed";
}

/** What the writer asks of the site that hosts the repository. */
export interface Forge {
  /** The newest request from a branch. */
  find(branch: string): Promise<Review | undefined>;
  /** Every open request from branches that begin with `prefix`. */
  findOpen(prefix: string): Promise<readonly Review[]>;
  open(request: ReviewRequest): Promise<Review>;
  update(review: Review, request: ReviewRequest): Promise<void>;
  /** Closes a request that a newer one replaces. */
  supersede(review: Review, by: Review): Promise<void>;
}
