import { formatMarkdown } from "../../components/preview/report/markdown";
import { formatText } from "../../components/preview/report/text";
import type { Previewed } from "./preview-environment";

/** Forms of the preview: for people, for a pull request's comment, for programs. */
export const diffFormats = ["text", "markdown", "json"] as const;

export type DiffFormat = (typeof diffFormats)[number];

/** Previews in one of their forms. */
export function formatDiff(previewed: readonly Previewed[], format: DiffFormat): string {
  const previews = previewed.map(({ preview }) => preview);
  switch (format) {
    case "text":
      return previews.map(formatText).join("\n\n");
    case "markdown":
      return formatMarkdown(previews);
    case "json":
      return JSON.stringify(
        previewed.map(({ preview, issues, refusals }) => ({ ...preview, issues, refusals })),
        null,
        2,
      );
    default:
      return format satisfies never;
  }
}
