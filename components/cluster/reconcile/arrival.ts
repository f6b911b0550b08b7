import { sourceRef } from "../flux-kinds";
import type { Watch } from "./follow";
import { artifactOf, commitOf, type ArtifactRevisions, type FluxStatus } from "./status";

/** Whether an object has the commit that is waited for, and the revision that says so. */
export interface Arrival {
  readonly reached: boolean;
  readonly revision?: string;
}

/** How it is told whether an object has the commit. */
export type ArrivalTest = (watch: Watch, status: FluxStatus) => Promise<Arrival>;

/** By the revision of Git that the object names: its own, or the one that its artifact was made of. */
export const byCommit: ArrivalTest = async (watch, { revision, origin }) => {
  const named = origin ?? revision;
  return { reached: await contains(watch, named), ...(named === undefined ? {} : { revision: named }) };
};

/** A Kustomization has the commit once it has applied an artifact that was made of it, which may be the one that it had before. */
export function byArtifact(name: string): ArrivalTest {
  return async (watch, { revision }) => {
    const artifact = await artifactNamed(watch, name);
    if (artifact === undefined) return { reached: false };
    const made = await contains(watch, artifact.origin);
    const reached = made && revision === artifact.revision;
    return { reached, ...(artifact.origin === undefined ? {} : { revision: artifact.origin }) };
  };
}

/** A generator has the commit once every artifact was made of it. */
export function byArtifacts(names: readonly string[]): ArrivalTest {
  return async (watch) => {
    const artifacts = await Promise.all(names.map((name) => artifactNamed(watch, name)));
    const made = await Promise.all(artifacts.map((artifact) => contains(watch, artifact?.origin)));
    const behind = made.indexOf(false);
    const revision = artifacts[behind === -1 ? 0 : behind]?.origin;
    return { reached: behind === -1, ...(revision === undefined ? {} : { revision }) };
  };
}

async function contains({ commit, contains: has }: Watch, revision: string | undefined): Promise<boolean> {
  const candidate = commitOf(revision);
  return candidate !== undefined && (candidate === commit || (await has(candidate)));
}

async function artifactNamed({ client }: Watch, name: string): Promise<ArtifactRevisions | undefined> {
  const object = await client.get(sourceRef("ExternalArtifact", name));
  return object === undefined ? undefined : artifactOf(object);
}
