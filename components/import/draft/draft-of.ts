import { regularExpression } from "../../validation/read/regular-expression";
import { isMapping, mappingList } from "../../kustomize/tree/parse";
import { parseYaml } from "../../manifests/yaml";
import { isEncrypted } from "../../model/sealed-secret";
import type { Remark, SourceLayer, SourceRepository } from "../read/source";
import { draftApp } from "./app-draft";
import { appId, type Concessions, type Draft, type DraftApp, type DraftLayer, type DraftOverlay } from "./draft";
import { piecesOf, type BuiltLayer, type BuiltSource, type Piece } from "./pieces";

/** Flux where the repository does not say which version it runs. */
const defaultFluxVersion = "v2.9.5";

/** Turns a repository, as kustomize builds it, into apps, overlays and layers. */
export function draftOf(source: BuiltSource, repository: SourceRepository, concessions: Concessions): Draft {
  const pieces = distinct(source.layers.flatMap((built) => piecesOf(source, built)));
  const apps: DraftApp[] = [];
  const overlays = new Map<Piece, DraftOverlay>();
  for (const own of groupedByApp(pieces)) {
    const drafted = draftApp(own, concessions);
    apps.push(drafted.app);
    for (const [index, piece] of own.entries()) {
      const overlay = drafted.overlays[index];
      if (overlay !== undefined) overlays.set(piece, overlay);
    }
  }
  const environments = repository.environments.map(({ name, fluxVersion, layers }) => {
    const built = source.layers.filter(({ environment }) => environment.name === name);
    return {
      name,
      fluxVersion: fluxVersion ?? defaultFluxVersion,
      recipients: recipientsOf(source, built),
      layers: inOrder(layers).flatMap((layer) => {
        const own = built.find((candidate) => candidate.layer === layer);
        const parts = pieces.filter((piece) => piece.environment === name && piece.layer === layer.name);
        return own === undefined
          ? []
          : [
              draftLayer(
                own,
                parts.flatMap((piece) => overlays.get(piece) ?? []),
              ),
            ];
      }),
    };
  });
  return {
    apps,
    environments,
    rawFiles: otherFiles(repository),
    kept: source.nested.files,
    remarks: [...remarksOf(repository, overlays, concessions), ...source.nested.remarks],
  };
}

function otherFiles({ environments }: SourceRepository): Draft["rawFiles"] {
  const all = environments.flatMap((environment) => environment.otherFiles);
  return Object.fromEntries(all.map(({ target, text }) => [target, text]));
}

function groupedByApp(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) groups.set(appId(piece), [...(groups.get(appId(piece)) ?? []), piece]);
  return [...groups.values()];
}

/** Apps of one name that build upon different bases are different apps. */
function distinct(pieces: readonly Piece[]): readonly Piece[] {
  const bases = new Map<string, string>();
  return pieces.map((piece) => {
    const known = bases.get(appId(piece)) ?? piece.baseId;
    bases.set(appId(piece), known);
    return known === piece.baseId ? piece : { ...piece, name: `${piece.name}-${piece.environment}` };
  });
}

function draftLayer({ layer, folder }: BuiltLayer, overlays: readonly DraftOverlay[]): DraftLayer {
  const { name, dependsOn, interval = "1h", retryInterval = "1m", timeout = "5m", prune, wait } = layer;
  const options = {
    ...(interval === "1h" ? {} : { interval }),
    ...(retryInterval === "1m" ? {} : { retryInterval }),
    ...(timeout === "5m" ? {} : { timeout }),
    ...(prune ? {} : { prune }),
    ...(wait ? { wait } : {}),
  };
  const { decryption, ...others } = layer.others;
  const own = decryption !== undefined && !isUsual(decryption) ? { decryption } : {};
  return { name, folder, overlays, dependsOn, options, others: { ...others, ...own } };
}

/** Decryption as a layer with encrypted files has it anyway. */
function isUsual(decryption: unknown): boolean {
  return isMapping(decryption) && isMapping(decryption.secretRef) && decryption.secretRef.name === "sops-age";
}

/** Layers after those that they depend on. */
function inOrder(layers: readonly SourceLayer[]): readonly SourceLayer[] {
  const done = new Set<SourceLayer>();
  const visit = (layer: SourceLayer, path: readonly SourceLayer[]): void => {
    if (done.has(layer) || path.includes(layer)) return;
    for (const other of layers) if (layer.dependsOn.includes(other.name)) visit(other, [...path, layer]);
    done.add(layer);
  };
  for (const layer of layers) visit(layer, []);
  return [...done];
}

/** Age recipients of the rules in `.sops.yaml` that are for files of these layers. */
function recipientsOf({ files }: BuiltSource, layers: readonly BuiltLayer[]): readonly string[] {
  const config: unknown = parseYaml(files.get(".sops.yaml") ?? "{}");
  const rules = mappingList(isMapping(config) ? config.creation_rules : undefined).filter(({ path_regex: pattern }) =>
    layers.some(
      ({ layer }) =>
        typeof pattern !== "string" || regularExpression(pattern)?.test(`${layer.folder}/app/secret.sops.yaml`),
    ),
  );
  const keys = rules.flatMap(({ age }) => (typeof age === "string" ? age.split(",") : []));
  return [...new Set(keys.map((key) => key.trim()))];
}

function remarksOf(
  { environments, remarks }: SourceRepository,
  overlays: ReadonlyMap<Piece, DraftOverlay>,
  concessions: Concessions,
): readonly Remark[] {
  const kept = [...overlays].flatMap(([piece, { raw }]) => {
    const path = `${piece.folder}/${piece.environment}/${piece.name}`;
    return Object.entries(raw?.files ?? {}).map(([name, text]) => ({
      path: `${path}/${name}`,
      reason: isEncrypted(text)
        ? "a Secret that SOPS has encrypted"
        : (concessions.raw.get(appId(piece)) ??
          "a Secret in plain text: replace it by sealedSecret, and change its value"),
    }));
  });
  const others = environments.flatMap(({ otherFiles }) =>
    otherFiles.map(({ path }) => ({ path, reason: "holds objects that are no layers" })),
  );
  return [...remarks, ...kept, ...others];
}
