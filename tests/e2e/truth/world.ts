/** An object that an overlay adds, by the name of its file. */
export type ExtraObject =
  | { readonly kind: "ConfigMap"; readonly data: Readonly<Record<string, string>> }
  | { readonly kind: "ServiceAccount" }
  | { readonly kind: "PersistentVolumeClaim"; readonly size: string }
  | { readonly kind: "CronJob"; readonly schedule: string }
  | { readonly kind: "Service"; readonly port: number };

/** An app of the test, and how staging runs it. */
export interface WorldApp {
  readonly name: string;
  readonly layer: string;
  /** Of the base. */
  readonly mode: string;
  readonly replicas: number;
  readonly tag: string;
  /** Patches of the overlay. */
  readonly level: string | undefined;
  readonly cpu: string;
  readonly memory: string;
  readonly note: string | undefined;
  /** Writes out what the API server fills in by itself. */
  readonly explicit: boolean;
  /** `maxSurge` of a rolling update. */
  readonly surge: string | undefined;
  readonly extras: Readonly<Record<string, ExtraObject>>;
}

/** What staging runs besides the example: apps in layers that leave what they applied when they go, and settings in one that does not. */
export interface World {
  /** Of the layer of settings, which follows the others. */
  readonly settingsLayer: string;
  /** Layers of apps, each after the one before. */
  readonly layers: readonly string[];
  readonly apps: readonly WorldApp[];
  /** ConfigMap → value. */
  readonly settings: Readonly<Record<string, string>>;
  /** The next number for a name that was never used. */
  readonly next: number;
}

/** Where every sequence begins. */
export const firstWorld: World = {
  settingsLayer: "settings-1",
  layers: ["first-2", "second-3"],
  apps: [newApp("alpha", "first-2"), newApp("beta", "second-3"), newApp("gamma", "second-3")],
  settings: { one: "1", two: "2", three: "3" },
  next: 4,
};

/** An app as it is when it comes. */
export function newApp(name: string, layer: string): WorldApp {
  return {
    ...{ name, layer, mode: "plain", replicas: 1, tag: "1.0.0", level: "info", cpu: "100m", memory: "64Mi" },
    ...{ note: undefined, explicit: false, surge: undefined },
    extras: { settings: { kind: "ConfigMap", data: { a: "1" } }, data: { kind: "PersistentVolumeClaim", size: "1Gi" } },
  };
}
