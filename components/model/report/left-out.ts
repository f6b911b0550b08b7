/** A part of the program or of the tree that is wrong itself, so that the rest is judged without it. */
export interface LeftOut {
  /** Objects that are missing, or a change that the objects of the same build lack. */
  readonly kind: "objects" | "change";
  /** Everything that is known of it: names found in it may be those of what is missing elsewhere. */
  readonly text: string;
  /** Whether the text does not tell what it would be: anything of the same build may lack it. @default false */
  readonly unknown?: boolean;
  /** Files of the build that goes on without it. */
  readonly files: { has(path: string): boolean };
  /** @default every environment */
  readonly environment?: string;
}

/** Whether what was left out says every word of a name: `ConfigMap settings`. */
export function mentions({ text }: LeftOut, name: string): boolean {
  const words = name.split(" ").filter((word) => word !== "");
  return words.length > 0 && words.every((word) => wholeWord(word).test(text));
}

function wholeWord(word: string): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![A-Za-z0-9_-])${escaped}(?![A-Za-z0-9_-])`);
}
