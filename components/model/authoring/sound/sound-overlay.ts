import type { App } from "../../app";
import type { Fault } from "../../issue";
import type { Overlay } from "../../overlay";
import type { LeftOut } from "../../report/left-out";
import { isSealedSecret } from "../../sealed-secret";

/** The app without the objects that have no place in its base. */
export function soundApp(app: App): App {
  const { faults = [], ...rest } = app;
  const wrong = new Set(faults.map(({ resource }) => resource));
  if (faults.length === 0) return app;
  return { ...rest, resources: withoutKeys(app.resources, wrong) };
}

/** Options of an overlay that hold entries by name. */
const options = ["patches", "jsonPatches", "images", "replicas", "add"] as const;

/** An overlay without the entries that something is wrong with. */
export function soundOverlay(
  overlay: Overlay,
  { folder, environment }: { readonly folder: string; readonly environment: string },
): { readonly overlay: Overlay; readonly leftOut: readonly LeftOut[] } {
  const { faults = [], ...rest } = overlay;
  if (faults.length === 0) return { overlay, leftOut: [] };
  const name = overlay.app.name;
  const places = [`${folder}/${environment}/${name}/`, `${folder}/base/${name}/`];
  const files = { has: (path: string) => places.some((place) => path.startsWith(place)) };
  const wrong = faults.flatMap((fault) => entryOf(fault) ?? []);
  const sound = options.reduce<Omit<Overlay, "faults">>((whole, option) => {
    const keys = new Set(wrong.filter((entry) => entry.option === option).map(({ key }) => key));
    return { ...whole, [option]: withoutKeys<unknown>(whole[option], keys) };
  }, rest);
  const leftOut = wrong.map(({ option, key }): LeftOut => {
    const text = `${key} ${JSON.stringify(overlay[option][key] ?? {})}`;
    return { kind: option === "add" ? "objects" : "change", text, files, environment };
  });
  if (!faults.some(({ resource }) => resource === "namespace")) return { overlay: sound, leftOut };
  const namespace = guessedNamespace(overlay);
  const text = `${String(overlay.namespace)} ${namespace}`;
  return {
    overlay: { ...sound, namespace },
    leftOut: [...leftOut, { kind: "objects", text, files, environment }],
  };
}

interface Entry {
  readonly option: (typeof options)[number];
  readonly key: string;
}

/** The entry that a fault is about: `images.web.tag`, or of a patch `deployment.spec.…`. */
function entryOf({ code, resource = "" }: Fault): Entry | undefined {
  if (code === "untagged-image" || code === "shared-image" || resource === "namespace") return undefined;
  const [first = "", second = ""] = resource.split(/[.[]/);
  const option = options.find((known) => known === first);
  return option === undefined ? { option: "patches", key: first } : { option, key: second };
}

/** The one namespace that the overlay adds, or the nearest name that one may have. */
function guessedNamespace({ namespace = "", add }: Overlay): string {
  const own = Object.values(add).flatMap((added) =>
    !isSealedSecret(added) && added.kind === "Namespace" ? [added.metadata.name] : [],
  );
  const label = namespace
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 63);
  return own.length === 1 && own[0] !== undefined ? own[0] : label === "" ? "default" : label;
}

function withoutKeys<T>(
  record: Readonly<Record<string, T>>,
  keys: { has(key: string | undefined): boolean },
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));
}
