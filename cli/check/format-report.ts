import { counted } from "../../components/model/wording/words";
import { formatIssues, type Issue } from "../../components/model/issue";
import type { Judgement } from "../../components/validation/judge";

/** Forms of the gate's report: for people, for programs, and as annotations of a GitHub workflow. */
export const formats = ["text", "json", "github"] as const;

export type Format = (typeof formats)[number];

/** The gate's report in one of its forms. */
export function formatReport(judged: Judgement, format: Format): string {
  switch (format) {
    case "json":
      return JSON.stringify(judged, null, 2);
    case "github":
      return [
        ...judged.issues.map(annotation),
        ...(judged.unchecked ?? []).map((sentence) => `::notice title=not-checked::${data(sentence)}`),
        summary(judged),
      ].join("\n");
    case "text":
      return judged.issues.length === 0 ? summary(judged) : formatIssues(judged.issues, judged.unchecked);
  }
}

/** `42 objects in 2 environments, 31 rules: no problem`. */
function summary({ issues, objects, environments, rules }: Judgement): string {
  const found = issues.length === 0 ? "no problem" : counted(issues.length, "problem");
  return `${counted(objects, "object")} in ${counted(environments.length, "environment")}, ${counted(rules, "rule")}: ${found}`;
}

function annotation({ code, path, resource, message }: Issue): string {
  const text = resource === undefined ? message : `${resource}: ${message}`;
  return `::error file=${property(path)},title=${property(code)}::${data(text)}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
