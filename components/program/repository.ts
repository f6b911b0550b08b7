import type { GitAccess } from "../git/access";
import { readRemote, type RemoteRead, type RemoteState } from "../git/remote-state";
import { readSource } from "../git/source";
import { render } from "../manifests/render";
import { secretKeysOf, type MonorepoModel } from "../model/environment";
import type { FileTree, SealedFile } from "../model/file-tree";
import type { FluxRelease } from "../model/flux-release";
import type { Issue } from "../model/issue";
import type { Source } from "../plan/head";
import type { Plan } from "../plan/plan-types";
import { foreignCode } from "../plan/report/foreign-code";
import { describePlan, describeRelease } from "../plan/report/describe";
import { commitFiles, type CommitFiles } from "../publish/commit-files";
import { pendingSeals, planAgainst } from "../publish/plan-against";
import { worktreeFolder } from "../publish/inputs";
import { readRecord } from "../publish/record/record-file";
import { worktreeIssues, type Judged } from "../publish/worktree/leave-files";
import type { StackConfig } from "../../stacks/config";
import { decrypted, publishingNotices } from "./publishing";
import { treesOf, treesAlone, type RunTrees } from "./trees";

/** What the plan of a run follows from. */
export interface RepositoryRun {
  readonly config: StackConfig;
  readonly model: MonorepoModel;
  readonly release: FluxRelease;
  readonly preview: boolean;
  readonly projectDir: string;
  readonly stateDir: string;
}

/** Something that people should know although nothing is wrong. */
export interface Notice {
  readonly severity: "warning" | "info";
  /** Begins with the path that it is about, if any. */
  readonly message: string;
}

/** What a run would commit. */
export interface PlannedRun {
  readonly access: GitAccess;
  readonly source: Source;
  /** The rendered tree, without what no run has sealed yet. */
  readonly tree: FileTree;
  /** The whole tree after the commit, files of people included, as text. */
  readonly texts: ReadonlyMap<string, string>;
  /** The monorepo before and after. */
  readonly trees: RunTrees;
  /** Sealed files of other environments that their own run has yet to write, by path. */
  readonly pending: ReadonlyMap<string, SealedFile>;
  /** What forbids the commit. */
  readonly issues: readonly Issue[];
  readonly notices: readonly Notice[];
  /** What a move of the followed ref brings beside the commit. */
  readonly brings: readonly string[];
  /** The tree as the commit's resource takes it. */
  readonly files: CommitFiles;
  /** Every environment of the model. */
  readonly environments: readonly string[];
  /** The values that this environment's sealed files name, and no others. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Path → digest of what the branch's file was sealed from, where its commit tells and the preview does not name it already. */
  readonly sealedDigests: ReadonlyMap<string, string>;
}

/** Renders and plans against the branch as it is now. At preview, a repository that cannot be read is a notice. @throws GitFault */
export async function planRun(run: RepositoryRun): Promise<PlannedRun> {
  const access = gitAccess(run.config);
  const [remote, source] = await Promise.all([readRemote(access, run.stateDir), readSource(run.projectDir)]);
  const { tree, pending } = renderAgainst(run, remote);
  const base = {
    access,
    source,
    tree,
    pending,
    files: await commitFiles(tree, run.stateDir),
    environments: Object.keys(run.model.environments),
    secrets: namedSecrets(run),
  };
  if (remote.kind === "read") return { ...base, ...(await planOn(remote, run, base)) };
  if (!run.preview) throw remote.fault;
  const message = `${remote.fault.message}\nThe preview compares with nothing, and lists everything as new. An update stops here.`;
  const trees = treesAlone(tree, { kind: remote.fault.code === "missing-repository" ? "absent" : "unread" });
  return {
    ...base,
    trees,
    texts: trees.planned.texts,
    issues: [],
    notices: [{ severity: "warning", message }],
    brings: [],
    sealedDigests: new Map(),
  };
}

type PlanBase = Pick<PlannedRun, "access" | "source" | "tree" | "pending" | "environments">;

async function planOn(
  remote: RemoteRead,
  { config, projectDir, stateDir }: RepositoryRun,
  { pending, ...base }: PlanBase,
): Promise<Pick<PlannedRun, "trees" | "texts" | "issues" | "notices" | "brings" | "sealedDigests">> {
  const { environment, publishing } = config;
  const recorded = await readRecord(stateDir, environment);
  const known = recorded === undefined ? {} : { recorded };
  const plan = await planAgainst(remote, {
    ...base,
    environment,
    ...known,
    pending: new Map([...pending].map(([path, file]) => [path, file.environment])),
    projectDir,
    allowUnclean: config.allowUncleanSource,
    resolutions: config.resolutions,
  });
  // Commits that people make carry no mark of ours: the commit's resource, which knows the state, decides.
  const unsure = publishing.mode !== "push" && recorded === undefined;
  const inTheWay = await worktreeConflicts(publishing, { remote, plan, wanted: { tree: base.tree, ...known } });
  const conflicts = [...plan.conflicts, ...inTheWay];
  const trees = await treesOf(remote, plan, { environment, tree: base.tree });
  return {
    trees,
    texts: trees.planned.texts,
    issues: unsure ? [] : conflicts,
    notices: [
      ...planNotices(plan),
      ...foreignCode(plan.left, base.tree, trees.head.texts).map(information),
      ...(unsure ? conflicts.map(conflictNotice) : []),
      ...publishingNotices(config, plan),
    ],
    brings: describeRelease(plan.release),
    sealedDigests: digestsHeld(remote, trees),
  };
}

/** What commits tell of sealed files that stand as they were written, and stay as far as it is known without their values. */
function digestsHeld({ head, written }: RemoteRead, { planned }: RunTrees): ReadonlyMap<string, string> {
  return new Map(
    [...written].flatMap(([path, { blob, digest }]) => {
      const isHeld = blob !== undefined && head?.files.get(path) === blob && planned.blobs.get(path) === blob;
      return digest === undefined || !isHeld ? [] : [[path, digest] as const];
    }),
  );
}

/** Edits in the folder that the mode `files` writes, which no update replaces. */
async function worktreeConflicts(
  { mode, worktree }: StackConfig["publishing"],
  judged: Omit<Judged, "folder">,
): Promise<readonly Issue[]> {
  return mode === "files" ? worktreeIssues({ ...judged, folder: worktreeFolder(worktree) }) : [];
}

function information(message: string): Notice {
  return { severity: "info", message };
}

function conflictNotice({ path, message }: Issue): Notice {
  return { severity: "warning", message: `${path}: ${message}` };
}

function planNotices(plan: Plan): readonly Notice[] {
  return describePlan(plan).map((message) => ({
    severity: plan.warnings.includes(message) ? "warning" : "info",
    message,
  }));
}

/** The access that the Git writer takes. */
export function gitAccess({ access }: StackConfig): GitAccess {
  const { url, branch, follows, author, committer, credentials } = access;
  return {
    url,
    branch,
    followedRef: follows,
    credentials: decrypted(credentials),
    author,
    ...(committer === undefined ? {} : { committer }),
  };
}

/** Rendered twice where another environment has files that nobody has sealed yet: which these are follows from the first tree. */
function renderAgainst(run: RepositoryRun, remote: RemoteState): Pick<PlannedRun, "tree" | "pending"> {
  const { config, model, release } = run;
  const clusters = { [config.environment]: { settings: config.cluster, release } };
  const whole = render({ model, clusters });
  const sealed = [...whole].flatMap(([path, file]) => (file.kind === "sealed" ? [[path, file] as const] : []));
  const absent = pendingSeals(remote, config.environment, sealed);
  const pending = new Map(sealed.filter(([path]) => absent.has(path)));
  return {
    tree: pending.size === 0 ? whole : render({ model, clusters, pendingSeals: new Set(pending.keys()) }),
    pending,
  };
}

function namedSecrets({ config, model }: RepositoryRun): Readonly<Record<string, string>> {
  const environment = model.environments[config.environment];
  const keys = new Set(environment === undefined ? [] : secretKeysOf(environment));
  return Object.fromEntries(Object.entries(config.secrets).filter(([key]) => keys.has(key)));
}
