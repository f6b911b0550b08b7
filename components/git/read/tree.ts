import type { Head } from "../../plan/head";
import type { GitSession } from "../session";

/** Every file of a commit. */
export async function readHead({ git }: GitSession, revision: string): Promise<Head> {
  const listing = await git.run(["ls-tree", "-r", "-z", "--full-tree", revision]);
  const links = new Set<string>();
  const files = listing.split("\0").flatMap((entry) => {
    const tab = entry.indexOf("\t");
    const path = entry.slice(tab + 1);
    if (entry.startsWith("120000 ")) links.add(path);
    return tab < 0 ? [] : [[path, entry.slice(0, tab).split(" ")[2] ?? ""] as const];
  });
  return { revision, files: new Map(files), links };
}

/** Texts of a commit's files by path, in one git process; paths that it lacks are left out, and links, whose text is but where they lead. */
export async function readFiles(
  { git }: GitSession,
  head: Head,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(paths)].flatMap((path) => {
    const blob = head.files.get(path);
    return blob === undefined || head.links?.has(path) === true ? [] : [{ path, blob }];
  });
  if (wanted.length === 0) return new Map();
  const output = await git.runBytes(["cat-file", "--batch"], { input: wanted.map(({ blob }) => `${blob}\n`).join("") });
  const texts = new Map<string, string>();
  let position = 0;
  for (const { path } of wanted) {
    const line = output.indexOf("\n", position);
    const [, kind, size] = output.toString("utf8", position, line).split(" ");
    const length = size === undefined ? -1 : Number(size);
    // A submodule's commit is in another repository.
    if (kind === "blob") texts.set(path, output.toString("utf8", line + 1, line + 1 + length));
    position = length < 0 ? line + 1 : line + 1 + length + 1;
  }
  return texts;
}
