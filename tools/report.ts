/** Where long work tells people what it does; everything goes to stderr, so that stdout stays the command's own. */
export interface Report {
  /** Prints one line. */
  note(line: string): void;
  /** Runs work under a label; what takes over two seconds is shown with its elapsed time. */
  step<T>(label: string, work: () => Promise<T>): Promise<T>;
}

/** What a report writes to; `process.stderr` is one. */
export interface ReportStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const quietSeconds = 2;

/** Reports to a terminal (one line that counts seconds) or to a log (a line at least every 30 seconds). */
export function consoleReport(stream: ReportStream = process.stderr, logEverySeconds = 30): Report {
  const live = stream.isTTY === true;
  const erase = live ? "\r\u001b[K" : "";
  const note = (line: string): void => void stream.write(`${erase}${line}\n`);
  const step = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const elapsed = (): number => Math.round((performance.now() - start) / 1000);
    const tick = (): void =>
      void stream.write(live ? `${erase}${label} … ${elapsed()} s` : `${label} … ${elapsed()} s\n`);
    let timer = setTimeout(() => {
      tick();
      timer = setInterval(tick, live ? 1000 : logEverySeconds * 1000);
    }, quietSeconds * 1000);
    try {
      const result = await work();
      if (elapsed() > quietSeconds) note(`${label}: done in ${elapsed()} s`);
      return result;
    } catch (error) {
      if (elapsed() > quietSeconds) note(`${label}: failed after ${elapsed()} s`);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  return { note, step };
}

/** Says nothing: for callers whose output is read by a program. */
export const silentReport: Report = { note: () => undefined, step: (_label, work) => work() };
