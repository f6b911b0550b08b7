import type { App, Resources } from "../app";
import type { Fault } from "../issue";
import type { KubernetesObject } from "../object";
import type { ImageOverride, JsonPatchOperation, Overlay } from "../overlay";
import type { AddedSecret, SealedSecret } from "../sealed-secret";
import { overlayFaults } from "./faults/overlay-faults";
import { unknownOptions } from "./faults/unknown-options";
import type { OverlayOf, OverlayOptions } from "./overlay-options";
import { resolvePatch } from "./patch/resolve-patch";

type Patches = Readonly<Record<string, object>>;

/** Says how an app runs in one environment; everything is addressed by the names that its base gives. What is wrong is reported by `defineMonorepo`. */
export function overlay<R extends Resources>(app: App<R>, options: OverlayOptions<NoInfer<R>>): OverlayOf<App<R>> {
  const written = present<object>(options.patches);
  const { patches, faults } = resolvePatches(app, written);
  const erased = {
    app,
    ...(options.namespace === undefined ? {} : { namespace: options.namespace }),
    patches,
    jsonPatches: present<readonly JsonPatchOperation[]>(options.jsonPatches),
    images: present<ImageOverride>(options.images),
    replicas: present<number>(options.replicas),
    add: nameSecrets(present<KubernetesObject | AddedSecret>(options.add)),
    ...(options.raw === undefined ? {} : { raw: options.raw }),
  };
  const all = [
    ...unknownOptions("an overlay", options, known),
    ...faults,
    ...overlayFaults({ ...erased, patches: written }),
  ];
  return all.length === 0 ? erased : { ...erased, faults: all };
}

/** Every option, so that one that is new does not compile until it stands here. */
const known: Readonly<Record<keyof OverlayOptions<Resources>, true>> = {
  namespace: true,
  patches: true,
  jsonPatches: true,
  images: true,
  replicas: true,
  add: true,
  raw: true,
};

function resolvePatches(app: App, written: Patches): { patches: Patches; faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const patches = Object.entries(written).flatMap(([name, patch]) => {
    const base = app.resources[name];
    if (base === undefined) return [];
    const resolved = resolvePatch(name, base, patch);
    faults.push(...resolved.faults);
    return [[name, resolved.body] as const];
  });
  return { patches: Object.fromEntries(patches), faults };
}

function nameSecrets(add: Readonly<Record<string, KubernetesObject | AddedSecret>>): Overlay["add"] {
  const named = Object.entries(add).map(
    ([key, value]) => [key, "sealed" in value ? nameSecret(key, value) : value] as const,
  );
  return Object.fromEntries(named);
}

function nameSecret(key: string, secret: AddedSecret): SealedSecret {
  return { ...secret, name: secret.name ?? key };
}

/** The entries that are set: an optional entry of a typed record may be `undefined` for the compiler. */
function present<T>(record: Readonly<Partial<Record<string, T>>> | undefined): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(record ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}
