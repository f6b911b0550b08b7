import { counted, listed } from "../../model/wording/words";
import type { Issue } from "../../model/issue";
import type { Preview } from "../../preview/preview";
import type { Notice } from "../repository";

const code = "refused-by-server";

/** More refusals of one cluster than this have one reason, and are read better in the whole preview. */
const listedRefusals = 20;

/** What of the change itself the API server refuses, so that its layer fails: as the cluster says, or as follows from Git where nobody asked it. */
export function refusalsOf(preview: Preview): readonly Issue[] {
  const { environment: own, environments, live } = preview;
  const byGit = environments
    .filter(({ reach, environment }) => reach.kind !== "release" && !(environment === own && live?.kind === "read"))
    .flatMap(({ environment, changed }) =>
      changed.flatMap(({ name, origin, effect }): readonly Issue[] =>
        effect.kind === "refused"
          ? [{ code, path: origin, resource: name, message: fixedFields(environment, effect.fields) }]
          : [],
      ),
    );
  const refused = live?.kind === "read" ? live.changes.refused.filter(({ already }) => !already) : [];
  const byServer = refused.slice(0, listedRefusals).map(({ name, origin, reason }): Issue => {
    const message = `the API server of ${own} refuses it: ${oneLine(reason)}`;
    return { code, path: origin, resource: name, message };
  });
  return [...byServer, ...more(preview, refused.length, refused[listedRefusals]?.origin), ...byGit];
}

function fixedFields(environment: string, fields: readonly string[]): string {
  return (
    `the API server of ${environment} will refuse the change of ${listed(fields)}, which cannot change: take it back, delete the object ` +
    "in the cluster first, or let it carry the annotation kustomize.toolkit.fluxcd.io/force: enabled, by which Flux creates it anew"
  );
}

function more({ environment }: Preview, count: number, origin: string | undefined): readonly Issue[] {
  if (origin === undefined) return [];
  const message = `the API server of ${environment} refuses ${counted(count - listedRefusals, "more object")}: npm run diff -- ${environment}`;
  return [{ code, path: origin, message }];
}

/** What it refuses although the change has no part in that: as Git holds it today. */
export function standingRefusals({ environment, live }: Preview): readonly Notice[] {
  const refused = live?.kind === "read" ? live.changes.refused.filter(({ already }) => already) : [];
  const listed = refused.slice(0, listedRefusals).map(({ origin, name, reason }): Notice => {
    const message = `${origin} (${name} of ${environment}): the API server refuses it, as it does today: ${reason}`;
    return { severity: "warning", message };
  });
  const rest = refused.length - listed.length;
  const message = `The API server refuses ${counted(rest, "more object")} of ${environment}, as it does today: npm run diff -- ${environment}`;
  return rest === 0 ? listed : [...listed, { severity: "warning", message }];
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}
