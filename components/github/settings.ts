/** The repository on GitHub that holds the monorepo, as its own stack makes or adopts it. */
export interface RepositorySettings {
  /** Login of the organisation or the person that the repository belongs to. */
  readonly owner: string;
  /** Only an organisation has teams and internal repositories. */
  readonly ownerKind: "organisation" | "person";
  readonly name: string;
  /** @default private for a new repository, and left as it is for any other */
  readonly visibility?: "private" | "internal" | "public";
  /** @default left as it is */
  readonly description?: string;
  /** @default left as they are */
  readonly topics?: readonly string[];
  /** A branch that exists. Leave it out for a new repository: its first pushed branch becomes the default. */
  readonly defaultBranch?: string;
  /** Slug of a team → what its members may do. One taken out of here keeps it on GitHub, since nothing is ever taken away. @default {} */
  readonly teams?: Readonly<Record<string, TeamPermission>>;
  /**
   * Rules of the default branch, as the ruleset `flux-monorepo`. Taken out of here, it stays on GitHub.
   * @default none, as for private repositories of plans that know no rules
   */
  readonly rules?: BranchRules;
}

export type TeamPermission = "pull" | "triage" | "push" | "maintain" | "admin";

/** What GitHub demands of a commit before it enters the default branch. Nobody may delete the branch, or force it. */
export interface BranchRules {
  /** Checks that must have passed: the names of jobs of a workflow. @default ["check"], the gate, which `stacks/program.ts` gives the monorepo */
  readonly requiredChecks?: readonly string[];
  /**
   * Who may push without them: the writer whose token environments have. Without one, environments need `mode: pull-request`.
   * @default nobody
   */
  readonly mayBypass?: readonly Bypass[];
}

/** Somebody whom the rules let pass. */
export type Bypass =
  /** A GitHub App, by its App ID. */
  | { readonly kind: "app"; readonly id: number }
  /** A team, by its numeric ID. */
  | { readonly kind: "team"; readonly id: number }
  /** Everyone with a role in the repository, or a higher one. */
  | { readonly kind: "role"; readonly role: "write" | "maintain" | "admin" }
  /** Every deploy key that may write. */
  | { readonly kind: "deploy-keys" };
