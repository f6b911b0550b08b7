import type { Issue } from "../model/issue";
import type { ForeignEdit, WrittenFile } from "./head";
import type { Standing } from "./standing";

const remedy = (path: string): string =>
  `Move the change into the source, or decide by the key \`resolutions\` of the stack's configuration: "${path}": ours | theirs`;

/** A path that somebody else changed, removed or created, where this program wants another content. */
export function foreignConflict(
  path: string,
  standing: Extract<Standing, { kind: "edited" | "removed" | "peoples" }>,
): Issue {
  const who = describeEdit(standing.edit);
  switch (standing.kind) {
    case "edited":
      return issue("foreign-edit", path, `was changed by ${who} after this program wrote it. ${remedy(path)}`);
    case "removed":
      return issue("foreign-removal", path, `was removed by ${who} after this program wrote it. ${remedy(path)}`);
    case "peoples":
      return issue(
        "foreign-file",
        path,
        `belongs to ${who}; this program would write another file there. ${remedy(path)}`,
      );
    default:
      return standing satisfies never;
  }
}

/** A path that another environment's run wrote from source that this run may not overrule. */
export function refusalConflict(
  path: string,
  written: WrittenFile,
  refused: { readonly code: string; readonly reason: string },
): Issue {
  const { environment, source, commit } = written;
  const from = `${source.revision.slice(0, 12)}${source.clean ? "" : " with uncommitted changes"}`;
  return issue(
    refused.code,
    path,
    `was written by ${environment}'s run from source ${from} (commit ${commit.slice(0, 12)}); ${refused.reason}. ${remedy(path)}`,
  );
}

/** Names who touched a path, and by which commit. */
export function describeEdit(edit: ForeignEdit | undefined): string {
  return edit === undefined ? "somebody else" : `${edit.author} in commit ${edit.commit.slice(0, 12)}`;
}

/** An issue about one path of the plan. */
export function issue(code: string, path: string, message: string): Issue {
  return { code, path, message };
}
