import type { Issue } from "../model/issue";
import type { Bypass, BranchRules, RepositorySettings, TeamPermission } from "./settings";

/** What the settings ask of GitHub, in the provider's terms. */
export interface RepositoryPlan {
  readonly repository: {
    readonly name: string;
    readonly visibility: string;
    readonly description?: string;
    readonly topics?: string[];
  };
  /** Properties of the repository that the settings do not name, and that stay as people set them. */
  readonly leftAlone: string[];
  readonly defaultBranch?: string;
  readonly teams: readonly { readonly slug: string; readonly permission: TeamPermission }[];
  readonly ruleset?: RulesetPlan;
}

/** A ruleset of the default branch. */
export interface RulesetPlan {
  readonly name: string;
  readonly target: "branch";
  readonly enforcement: "active";
  readonly conditions: { readonly refName: { readonly includes: string[]; readonly excludes: string[] } };
  readonly bypassActors: BypassActor[];
  readonly rules: {
    readonly deletion: true;
    readonly nonFastForward: true;
    readonly requiredStatusChecks?: {
      readonly requiredChecks: { readonly context: string }[];
      readonly doNotEnforceOnCreate: true;
    };
  };
}

interface BypassActor {
  readonly actorType: string;
  readonly actorId?: number;
  readonly bypassMode: "always";
}

const settable = ["visibility", "description", "topics"] as const;

/** Features, merge methods and texts that this program has no setting for. */
const foreign = [
  ...["hasDiscussions", "hasDownloads", "hasIssues", "hasProjects", "hasWiki", "homepageUrl", "isTemplate", "pages"],
  ...["allowAutoMerge", "allowForking", "allowMergeCommit", "allowRebaseMerge", "allowSquashMerge"],
  ...["allowUpdateBranch", "deleteBranchOnMerge", "mergeCommitMessage", "mergeCommitTitle"],
  ...["squashMergeCommitMessage", "squashMergeCommitTitle", "webCommitSignoffRequired"],
  ...["archived", "archiveOnDestroy", "securityAndAnalysis", "vulnerabilityAlerts", "template", "fork"],
];

/** Translates the settings. */
export function planRepository(settings: RepositorySettings): RepositoryPlan {
  const { name, visibility = "private", description, topics, defaultBranch, teams = {}, rules } = settings;
  return {
    repository: {
      name,
      visibility,
      ...(description === undefined ? {} : { description }),
      ...(topics === undefined ? {} : { topics: [...topics] }),
    },
    leftAlone: [...foreign, ...settable.filter((key) => settings[key] === undefined)],
    ...(defaultBranch === undefined ? {} : { defaultBranch }),
    teams: Object.entries(teams).map(([slug, permission]) => ({ slug, permission })),
    ...(rules === undefined ? {} : { ruleset: planRules(rules) }),
  };
}

function planRules({ requiredChecks = ["check"], mayBypass = [] }: BranchRules): RulesetPlan {
  const checks = requiredChecks.map((context) => ({ context }));
  return {
    name: "flux-monorepo",
    target: "branch",
    enforcement: "active",
    conditions: { refName: { includes: ["~DEFAULT_BRANCH"], excludes: [] } },
    bypassActors: mayBypass.map(actorOf),
    rules: {
      deletion: true,
      nonFastForward: true,
      // The first push makes the branch: no check can have run by then.
      ...(checks.length === 0 ? {} : { requiredStatusChecks: { requiredChecks: checks, doNotEnforceOnCreate: true } }),
    },
  };
}

/** GitHub's numbers of the roles that every repository has. */
const roleIds = { maintain: 2, write: 4, admin: 5 } as const;

function actorOf(bypass: Bypass): BypassActor {
  switch (bypass.kind) {
    case "app":
      return { actorType: "Integration", actorId: bypass.id, bypassMode: "always" };
    case "team":
      return { actorType: "Team", actorId: bypass.id, bypassMode: "always" };
    case "role":
      return { actorType: "RepositoryRole", actorId: roleIds[bypass.role], bypassMode: "always" };
    case "deploy-keys":
      return { actorType: "DeployKey", bypassMode: "always" };
    default:
      return bypass satisfies never;
  }
}

/** Everything that GitHub would refuse, found before it is asked. */
export function settingsIssues(settings: RepositorySettings): readonly Issue[] {
  const { owner, ownerKind, name, topics = [], teams = {}, visibility, rules } = settings;
  const badTopics = topics.filter((topic) => !/^[a-z0-9][a-z0-9-]{0,49}$/.test(topic));
  const forOrganisations = [
    ...(Object.keys(teams).length === 0 ? [] : ["teams"]),
    ...(visibility === "internal" ? ["internal repositories"] : []),
    ...(rules?.mayBypass?.some(({ kind }) => kind === "team") === true ? ["teams that bypass rules"] : []),
  ];
  return [
    ...(/^[A-Za-z0-9-]+$/.test(owner) ? [] : [`owner is "${owner}", which is no login`]),
    ...(/^[A-Za-z0-9._-]+$/.test(name) ? [] : [`name is "${name}": letters, digits, ".", "_" and "-" are allowed`]),
    ...badTopics.map((topic) => `the topic "${topic}" has other characters than a-z, 0-9 and -, or more than 50`),
    ...(topics.length > 20 ? [`there are ${topics.length} topics; GitHub allows 20`] : []),
    ...(ownerKind === "organisation"
      ? []
      : forOrganisations.map((what) => `${owner} is a person, and only organisations have ${what}`)),
  ].map((message) => ({ code: "github-repository", path: "stacks/github.ts", resource: `${owner}/${name}`, message }));
}
