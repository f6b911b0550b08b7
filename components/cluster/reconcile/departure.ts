import { kustomizationRef } from "../flux-kinds";
import { describeRef } from "../live-object";
import { pause, type Watch } from "./follow";

/**
 * Waits until Kustomizations that Flux is removing are gone. One that nobody removes is not waited for: it stays what it is. Until then,
 * each may apply the commit once more, and so take back objects that another layer has taken over.
 */
export async function departed(watch: Watch, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => gone(watch, name)));
}

async function gone(watch: Watch, name: string): Promise<void> {
  const ref = kustomizationRef(name);
  for (;;) {
    const live = await watch.client.get(ref);
    if (live === undefined || !("deletionTimestamp" in live.metadata)) break;
    watch.progress.set(describeRef(ref), "it is being removed");
    await pause(watch.pace.poll, watch.signal);
  }
  watch.progress.delete(describeRef(ref));
}
