import { isDeepStrictEqual } from "node:util";
import type { App } from "../../app";
import type { Environment, Layer, MonorepoModel } from "../../environment";
import { programIssues } from "../../flux/program-source";
import type { Issue } from "../../issue";
import type { Overlay } from "../../overlay";
import type { LeftOut } from "../../report/left-out";
import { isLabel } from "../names";
import { soundLayers } from "./sound-layers";
import { soundApp, soundOverlay } from "./sound-overlay";

/** A model without what is wrong in it, and what that is. */
export interface SoundModel {
  readonly model: MonorepoModel;
  readonly leftOut: readonly LeftOut[];
}

/** Takes out of a model what cannot be rendered, or would be told again by what it leads to; the rest can be rendered and judged. */
export function soundModel(model: MonorepoModel, issues: readonly Issue[]): SoundModel {
  const leftOut: LeftOut[] = [];
  const bases = new Map<string, App>();
  const environments = Object.values(model.environments)
    .filter(({ name }) => isLabel(name) && name !== "base")
    .map((environment): Environment => {
      const { layers, dropped } = soundLayers(environment.layers);
      for (const { folder, overlays } of dropped)
        leftOut.push(...overlays.map((overlay) => withoutOverlay(overlay, { folder, environment: environment.name })));
      return {
        ...environment,
        layers: layers.map((layer) => withSoundOverlays({ layer, environment, bases }, leftOut)),
      };
    });
  const { program, ...rest } = model;
  const isSound = program !== undefined && programIssues(program).length === 0;
  return {
    model: {
      ...rest,
      ...(isSound ? { program } : {}),
      environments: Object.fromEntries(environments.map((environment) => [environment.name, environment])),
    },
    leftOut: [...leftOut, ...issues.flatMap(strangeTexts)],
  };
}

interface Placed {
  readonly layer: Layer;
  readonly environment: Environment;
  /** Folder of a base → the app that it is. */
  readonly bases: Map<string, App>;
}

function withSoundOverlays({ layer, environment, bases }: Placed, leftOut: LeftOut[]): Layer {
  const seen = new Set<string>();
  const place = { folder: layer.folder, environment: environment.name };
  const overlays = layer.overlays.flatMap((overlay): readonly Overlay[] => {
    const { app } = overlay;
    const base = `${layer.folder}/base/${app.name}`;
    const known = bases.get(base) ?? app;
    bases.set(base, known);
    const isOther = known !== app && !isDeepStrictEqual(known, app);
    if (!isLabel(app.name) || seen.has(app.name) || isOther) {
      leftOut.push(withoutOverlay(overlay, place));
      return [];
    }
    seen.add(app.name);
    const sound = soundOverlay({ ...overlay, app: soundApp(app) }, place);
    leftOut.push(...sound.leftOut);
    return [sound.overlay];
  });
  return { ...layer, overlays };
}

interface Place {
  readonly folder: string;
  readonly environment: string;
}

function withoutOverlay(overlay: Overlay, { folder, environment }: Place): LeftOut {
  const text = `${folder}/${environment}\n${JSON.stringify(overlay)}`;
  return { kind: "objects", text, files: new Set(), environment };
}

/** The gate would find the same texts again, in the files that they are written to. */
function strangeTexts({ code, path, message }: Issue): readonly LeftOut[] {
  if (code !== "undeclared-variable") return [];
  const [app = "", , ...folder] = path.split("/").reverse();
  const base = `${[...folder].reverse().join("/")}/base/${app}/`;
  const files = { has: (file: string) => file.startsWith(`${path}/`) || file.startsWith(base) };
  return [{ kind: "change", text: message, files }];
}
