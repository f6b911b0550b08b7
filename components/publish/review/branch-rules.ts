import { callGitHub, GitHubFailure, type GitHubApi } from "../../github/api/call";

/** Rules of a ruleset that a direct push cannot meet; a commit that was never pushed has passed no check. */
const closing: Readonly<Record<string, string>> = {
  pull_request: "a pull request",
  required_status_checks: "status checks",
  merge_queue: "the merge queue",
  workflows: "workflows",
  required_deployments: "deployments",
  update: "nobody to update it",
};

interface Rule {
  readonly type: string;
  readonly ruleset_id?: number;
}

interface Branch {
  readonly protected?: boolean;
  readonly protection?: {
    readonly required_status_checks?: {
      readonly enforcement_level?: string;
      readonly contexts?: readonly string[];
      readonly checks?: readonly unknown[];
    };
  };
}

interface Protection {
  readonly enforce_admins?: { readonly enabled?: boolean };
  readonly required_pull_request_reviews?: {
    readonly bypass_pull_request_allowances?: Readonly<Record<string, unknown>>;
  };
}

/**
 * What a branch requires that a direct push by this token cannot give: `status checks`. Empty where the branch takes it, where the
 * token may bypass the rules, and where it cannot be read: the push itself tells then.
 */
export async function closedBy(api: GitHubApi, branch: string): Promise<readonly string[]> {
  const get = async <T>(path: string): Promise<T | undefined> => {
    try {
      const token = await api.token();
      return (await callGitHub({ ...api, method: "GET", path: `/repos/${api.repository}${path}`, token })) as T;
    } catch (error) {
      if (error instanceof GitHubFailure) return undefined;
      throw error;
    }
  };
  const name = encodeURIComponent(branch);
  const [rules = [], found] = await Promise.all([
    get<readonly Rule[]>(`/rules/branches/${name}?per_page=100`),
    get<Branch>(`/branches/${name}`),
  ]);
  const closed = await Promise.all([
    byRulesets(rules, get),
    found?.protected === true ? byProtection(name, found, get) : [],
  ]);
  return [...new Set(closed.flat())];
}

type Get = <T>(path: string) => Promise<T | undefined>;

async function byRulesets(rules: readonly Rule[], get: Get): Promise<readonly string[]> {
  const binding = rules.filter(({ type }) => closing[type] !== undefined);
  const ids = [...new Set(binding.flatMap(({ ruleset_id: id }) => (id === undefined ? [] : [id])))];
  const never = new Set<number>();
  for (const id of ids) {
    const ruleset = await get<{ readonly current_user_can_bypass?: string }>(`/rulesets/${id}?includes_parents=true`);
    if (["never", "pull_requests_only"].includes(ruleset?.current_user_can_bypass ?? "")) never.add(id);
  }
  return binding.flatMap(({ type, ruleset_id: id }) =>
    id !== undefined && never.has(id) ? [closing[type] ?? type] : [],
  );
}

/** The older kind of protection; administrators pass it, unless it is enforced for them as well. */
async function byProtection(name: string, branch: Branch, get: Get): Promise<readonly string[]> {
  const [repository, full] = await Promise.all([
    get<{ readonly permissions?: { readonly admin?: boolean } }>(""),
    get<Protection>(`/branches/${name}/protection`),
  ]);
  const admin = repository?.permissions?.admin;
  const {
    enforcement_level: level = "off",
    contexts = [],
    checks = [],
  } = branch.protection?.required_status_checks ?? {};
  const required = contexts.length + checks.length > 0;
  const forAll = level === "everyone" || full?.enforce_admins?.enabled === true;
  const bound = forAll || admin === false;
  const reviews = full?.required_pull_request_reviews;
  const excepted = Object.values(reviews?.bypass_pull_request_allowances ?? {}).some(
    (actors) => Array.isArray(actors) && actors.length > 0,
  );
  return [
    ...(required && level !== "off" && bound ? ["status checks"] : []),
    ...(reviews !== undefined && !excepted && bound ? ["a pull request"] : []),
  ];
}
