import { counted, listed } from "../../components/model/wording/words";
import { describeObject } from "../../components/model/object";
import type { GateVerdict } from "./gate";
import type { ImportResult } from "./import-repository";
import type { LayerProof } from "./prove";

/** The report of an import: what was modelled, whether each layer is the same, and what was kept raw and why. */
export function describeImport({ draft, proofs, remarks, verdict }: ImportResult): string {
  const overlays = draft.environments.flatMap(({ layers }) => layers.flatMap((layer) => layer.overlays));
  const raw = overlays.reduce((sum, overlay) => sum + Object.keys(overlay.raw?.files ?? {}).length, 0);
  const all = proofs.reduce((sum, { count }) => sum + count, 0);
  const kept = overlays.reduce((sum, overlay) => sum + rawObjects(Object.values(overlay.raw?.files ?? {})), 0);
  const share = all === 0 ? 100 : Math.floor(((all - kept) / all) * 100);
  const lines = [
    `${counted(draft.apps.length, "app")}, ${counted(overlays.length, "overlay")}, ${counted(proofs.length, "layer")} in ${listed(draft.environments.map(({ name }) => name))}`,
    `${all - kept} of ${counted(all, "built object")} ${all - kept === 1 ? "is" : "are"} typed code (${share} %), ${kept} ${kept === 1 ? "is" : "are"} kept in ${counted(raw, "raw file")}`,
    "",
    ...proofs.flatMap(layerLines),
    ...(verdict === undefined ? [] : verdictLines(verdict)),
  ];
  if (remarks.length === 0) return lines.join("\n");
  return [...lines, "", "Not modelled:", ...remarks.map(({ path, reason }) => `  ${path}: ${reason}`)].join("\n");
}

function verdictLines({ allowances, issues }: GateVerdict): readonly string[] {
  const count = counted(allowances.length, "finding");
  const settle = issues.map(({ path, message, code }) => `  ${path}: ${message} [${code}]`);
  return [
    "",
    allowances.length === 0
      ? "The gate has nothing to allow."
      : `The gate allows ${count} in rules.ts for now, each with its message: take one away once it is settled.`,
    ...(settle.length === 0 ? [] : ["The gate will not pass:", ...settle]),
  ];
}

function layerLines({ environment, layer, count, objects, settings, failure }: LayerProof): readonly string[] {
  const equal =
    failure === undefined
      ? `equal (${counted(count, "object")})`
      : `INCOMPLETE, the repository does not build: ${failure}`;
  return [
    `${environment} ${layer}: ${objects.length === 0 ? equal : `differs in ${objects.length} of ${counted(count, "object")}`}`,
    ...objects.map(
      ({ object, kind, field }) => `  ${describeObject(object)} is ${kind}${field === undefined ? "" : ` at ${field}`}`,
    ),
    ...settings.map((setting) => `  ${setting}`),
  ];
}

function rawObjects(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + [...text.matchAll(/^kind:/gm)].length, 0);
}
