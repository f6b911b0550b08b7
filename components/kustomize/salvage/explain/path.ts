import { posix } from "node:path";
import { closestName } from "../../../model/report/closest";
import { indexFolders, kustomizationFile } from "../../tree/files";
import { nameOf, pathIn } from "../piece";
import type { Refusal } from "../refusal";
import type { Problem } from "./explain";
import { cycle } from "./words";

/** What is wrong with the path that a piece names: nothing there, outside of the repository, a circle. */
export function pathProblem(refusal: Refusal): Problem | undefined {
  const { piece, folder, files, reason } = refusal;
  const name = pathIn(piece);
  if (name === undefined) return undefined;
  const tree = indexFolders(files);
  const target = posix.join(folder, name);
  const listed = `${nameOf(piece)} lists "${name}"`;
  if (reason.includes(cycle))
    return {
      text: `${listed}, which leads back to ${folder}: a circle; take this entry away, or the one that leads back`,
    };
  if (files.has(target)) return undefined;
  if (kustomizationFile(tree, target) !== undefined) return undefined;
  if (isRemote(name))
    return { text: `${listed}, which could not be fetched; copy it into the repository, or correct the address` };
  if (name.startsWith("/"))
    return { text: `${listed}, an absolute path; name what lies in the repository, relative to ${folder}` };
  if (target.startsWith(".."))
    return { text: `${listed}, which leaves the repository; copy what is needed into it, and name that` };
  if (tree.children.has(target))
    return { text: `${listed}, a folder without a kustomization.yaml; add one there that lists its resources` };
  const near = meantPath(refusal);
  const hint = near === undefined ? "" : `; did you mean "${near}"?`;
  return {
    text: `${listed}, which does not exist${hint === "" ? ";" : hint} Correct the path, add the file, or take the entry away`.replace(
      "; C",
      "; c",
    ),
  };
}

/** The path that was most likely meant by one where nothing is. */
export function meantPath({ piece, folder, files }: Refusal): string | undefined {
  const name = pathIn(piece);
  const target = name === undefined ? ".." : posix.join(folder, name);
  const tree = indexFolders(files);
  if (name === undefined || target.startsWith("..") || files.has(target) || tree.children.has(target)) return undefined;
  const beside = posix.dirname(target);
  const wanted = ["components", "bases"].includes(piece.field) ? [] : (tree.names.get(beside) ?? []);
  const near = closestName([...wanted, ...(tree.children.get(beside) ?? [])], posix.basename(target));
  return near === undefined ? undefined : posix.join(posix.dirname(name), near);
}

function isRemote(name: string): boolean {
  return /^[a-z+]+:\/\/|^git@|^(github\.com|gitlab\.com|bitbucket\.org)[/:]|\?ref=/.test(name);
}
