/** What an update prints after its resources. */
const sections = /^(Diagnostics|Outputs|Resources|Duration|error):/;
const finished = /\b(created|updated|deleted|replaced|imported|failed)\b/;

/**
 * Shortens what the engine prints where there is no terminal: one line for each resource that was changed, and all that follows.
 * Takes chunks as they arrive; calls `print` with whole lines.
 */
export function compactOutput(print: (line: string) => void): {
  readonly take: (chunk: string) => void;
  readonly end: () => void;
} {
  let rest = "";
  let inSections = false;
  const line = (text: string): void => {
    inSections ||= sections.test(text);
    if (inSections || (finished.test(text) && !/ing \([\d.]+s\)/.test(text))) print(text);
  };
  return {
    take: (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      lines.forEach(line);
    },
    end: () => {
      if (rest !== "") line(rest);
    },
  };
}
