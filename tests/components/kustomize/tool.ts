import { resolveTool } from "../../../tools/resolve";

/** The kustomize that tests run. */
export async function kustomizeForTests(): Promise<string> {
  return (await resolveTool("kustomize")).path;
}
