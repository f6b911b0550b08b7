import { defaultIdentity } from "../../../components/git/access";
import { fileTree, textFile } from "../../../components/model/file-tree";
import { commitFiles } from "../../../components/publish/commit-files";
import { provider } from "../../../components/publish/commit-provider";
import type { Refreshed } from "../../../components/publish/drift";
import type { CommitInputs, CommitState } from "../../../components/publish/inputs";
import { Scratch } from "../git/scratch";

/** Runs of the commit's provider on a scratch repository, as the engine calls it. */
export class ProviderCalls {
  readonly scratch = new Scratch();
  private readonly before = process.env["FLUX_MONOREPO_STATE"];

  constructor() {
    process.env["FLUX_MONOREPO_STATE"] = this.scratch.stateDir;
  }

  /** What staging's run wants, but for `changes`. */
  async inputs(texts: Readonly<Record<string, string>>, changes: Partial<CommitInputs> = {}): Promise<CommitInputs> {
    const tree = fileTree(Object.entries(texts).map(([path, text]) => [path, textFile(text)]));
    return {
      environment: "staging",
      environments: ["staging", "production"],
      repository: { url: this.scratch.url, branch: "main", followedRef: "main", author: defaultIdentity },
      credentials: { kind: "token", username: "git", token: "canary" },
      ...(await commitFiles(tree, this.scratch.stateDir)),
      sealed: {},
      pending: {},
      secrets: {},
      source: { revision: "a".repeat(40), clean: true },
      ...changes,
    };
  }

  async create(news: CommitInputs): Promise<CommitState> {
    return (await provider.create(news)).outs as CommitState;
  }

  async update(olds: CommitState, news: CommitInputs): Promise<CommitState> {
    return (await provider.update("staging", olds, news)).outs as CommitState;
  }

  async changes(olds: CommitState, news: CommitInputs): Promise<boolean | undefined> {
    return (await provider.diff("staging", olds, news)).changes;
  }

  async read(state: CommitState): Promise<Refreshed> {
    return (await provider.read("staging", state)) as unknown as Refreshed;
  }

  end(): void {
    if (this.before === undefined) delete process.env["FLUX_MONOREPO_STATE"];
    else process.env["FLUX_MONOREPO_STATE"] = this.before;
    this.scratch.remove();
  }
}
