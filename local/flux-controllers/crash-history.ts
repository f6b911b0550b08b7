/** Says when a process that ended by itself may be started again. */
export interface CrashHistory {
  /** Notes an end after so many milliseconds of running; returns the milliseconds until the next start. */
  readonly crashed: (ran: number) => number;
  readonly mayStart: () => boolean;
  readonly restarts: () => number;
  /** Forgets it all, as a new pod does. */
  readonly reset: () => void;
}

/** Milliseconds that a process must have run for its end to count as a first crash again. */
const steady = 30_000;

/** A history without crashes: the next start is soon after a first crash, and half a minute later at most. */
export function crashHistory(): CrashHistory {
  let inARow = 0;
  let restarts = 0;
  let startAt = 0;
  return {
    crashed: (ran) => {
      inARow = ran > steady ? 1 : inARow + 1;
      restarts += 1;
      const delay = Math.min(30_000, 250 * 2 ** (inARow - 1));
      startAt = Date.now() + delay;
      return delay;
    },
    mayStart: () => Date.now() >= startAt,
    restarts: () => restarts,
    reset: () => {
      inARow = 0;
      restarts = 0;
      startAt = 0;
    },
  };
}
