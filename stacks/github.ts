import type { RepositorySettings } from "../components/github/settings";

/**
 * The repository on GitHub that `pulumi up -s github` makes, or adopts. Undefined while somebody else looks after it. For example:
 *
 *     {
 *       owner: "example",
 *       ownerKind: "organisation",
 *       name: "monorepo",
 *       topics: ["flux", "gitops"],
 *       teams: { platform: "maintain", developers: "pull" },
 *       rules: { mayBypass: [{ kind: "app", id: 123456 }] },
 *     }
 */
export const repository: RepositorySettings | undefined = undefined;
