import type { Resources } from "../../model/app";
import type { Environment, Layer, MonorepoModel } from "../../model/environment";
import { variablesOfLayer, variableUse } from "../../model/flux/variable-use";
import { substituteAnnotation, type VariableTypes } from "../../model/flux/variables";
import type { Overlay } from "../../model/overlay";
import { isSealedSecret } from "../../model/sealed-secret";
import { basePath } from "../paths";
import { quoted } from "./quoted";

type Objects = Readonly<Record<string, object>>;

/** Prepares a model for the layers that Flux puts variables into: values stay text, and scripts and secrets stay as they are. */
export function withSubstitution(model: MonorepoModel): MonorepoModel {
  const environments = Object.values(model.environments);
  const substituting = new Set(
    environments.flatMap(({ layers, variables }) =>
      layers.filter((layer) => variablesOfLayer(layer, variables).size > 0),
    ),
  );
  if (substituting.size === 0) return model;
  const bases = new Set(
    [...substituting].flatMap(({ folder, overlays }) => overlays.map(({ app }) => basePath(folder, app.name))),
  );
  return {
    ...model,
    environments: Object.fromEntries(
      environments.map((environment) => [environment.name, prepareEnvironment(environment, { substituting, bases })]),
    ),
  };
}

interface Substitution {
  readonly substituting: ReadonlySet<Layer>;
  /** Folders of apps that some environment runs in such a layer: a base is the same for all. */
  readonly bases: ReadonlySet<string>;
}

/** Layers name each other by value, so each is prepared once, after those that it depends on. */
function prepareEnvironment(environment: Environment, { substituting, bases }: Substitution): Environment {
  const declared = environment.variables ?? {};
  const done = new Map<Layer, Layer>();
  const prepare = (layer: Layer): Layer => {
    const known = done.get(layer);
    if (known !== undefined) return known;
    const overlays = layer.overlays.map((overlay) =>
      prepareOverlay(overlay, {
        declared,
        base: bases.has(basePath(layer.folder, overlay.app.name)),
        own: substituting.has(layer),
      }),
    );
    const prepared = { ...layer, overlays, dependsOn: layer.dependsOn.map(prepare) };
    done.set(layer, prepared);
    return prepared;
  };
  return { ...environment, layers: environment.layers.map(prepare) };
}

interface Scope {
  readonly declared: VariableTypes;
  /** Whether the base is substituted somewhere. */
  readonly base: boolean;
  /** Whether this overlay is. */
  readonly own: boolean;
}

function prepareOverlay(overlay: Overlay, { declared, base, own }: Scope): Overlay {
  const { app, patches, jsonPatches, add } = overlay;
  const resources = base ? prepared(app.resources, declared) : app.resources;
  if (!own) return { ...overlay, app: { ...app, resources } };
  return {
    ...overlay,
    app: { ...app, resources },
    patches: { ...prepared(patches, declared), ...protectedTargets(overlay, declared) },
    jsonPatches: quoted(jsonPatches, declared),
    add: mapped(add, (object) =>
      isSealedSecret(object)
        ? { ...object, annotations: { ...object.annotations, [substituteAnnotation]: "disabled" } }
        : prepareObject(object, declared),
    ),
  };
}

/** A JSON patch can bring a script, but no annotation to protect it by: the object gets it by a merge patch. */
function protectedTargets({ jsonPatches, patches }: Overlay, declared: VariableTypes): Objects {
  const scripts = Object.entries(jsonPatches).filter(([, operations]) => isScript(operations, declared));
  return Object.fromEntries(scripts.map(([key]) => [key, annotated(prepareObject(patches[key] ?? {}, declared))]));
}

function prepared<T extends Objects | Resources>(objects: T, declared: VariableTypes): T {
  return mapped(objects, (object) => prepareObject(object, declared)) as T;
}

function prepareObject<T extends object>(object: T, declared: VariableTypes): T {
  return isScript(object, declared) ? annotated(object) : quoted(object, declared);
}

function isScript(value: unknown, declared: VariableTypes): boolean {
  const { variables, script, optsOut } = variableUse(value, declared);
  return script && variables.size === 0 && !optsOut;
}

function annotated<T extends object>(object: T): T {
  const metadata = "metadata" in object && typeof object.metadata === "object" ? object.metadata : {};
  const given = metadata !== null && "annotations" in metadata ? metadata.annotations : {};
  const annotations = { ...(given as object), [substituteAnnotation]: "disabled" };
  return { ...object, metadata: { ...metadata, annotations } };
}

function mapped<V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W): Readonly<Record<string, W>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
