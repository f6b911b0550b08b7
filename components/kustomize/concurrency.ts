/** Runs a step for every item, at most `limit` at a time; rejects with the first failure once the running steps have ended. */
export async function limited<T>(limit: number, items: readonly T[], step: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await step(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker));
  for (const result of ended) if (result.status === "rejected") throw result.reason;
}
