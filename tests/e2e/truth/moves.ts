import type { Random } from "./random";
import { newApp, type ExtraObject, type World, type WorldApp } from "./world";

/** One change that a person might make: the world after it, and what it was. */
export interface Moved {
  readonly world: World;
  readonly what: string;
}

/** Undefined where the world does not allow it. */
type Move = (world: World, random: Random) => Moved | undefined;

function onApp(change: (app: WorldApp, random: Random, next: number) => readonly [WorldApp, string] | undefined): Move {
  return (world, random) => {
    const app = random.pick(world.apps);
    const result = change(app, random, world.next);
    if (result === undefined) return undefined;
    const [changed, what] = result;
    const apps = world.apps.map((own) => (own === app ? changed : own));
    return { world: { ...world, apps, next: world.next + 1 }, what: `${app.name}: ${what}` };
  };
}

const scale = onApp((app, random) => {
  const replicas = (app.replicas + 1 + random.below(4)) % 5;
  return [{ ...app, replicas }, `${replicas} replicas`];
});

const image = onApp((app, _random, next) => [{ ...app, tag: `1.${next}.0` }, `image 1.${next}.0`]);

const base = onApp((app, random) => {
  const mode = random.pick(["plain", "fast", "on", "0x1F", "1_000"].filter((value) => value !== app.mode));
  return [{ ...app, mode }, `base: MODE=${mode}`];
});

const patch = onApp((app, random) => {
  const level = random.pick(["info", "debug", "error", undefined].filter((value) => value !== app.level));
  return [{ ...app, level }, `patch: LEVEL=${level ?? "gone"}`];
});

const note = onApp((app, _random, next) => {
  const value = app.note === undefined ? `note ${next}` : undefined;
  return [{ ...app, note: value }, `patch: annotation ${value ?? "gone"}`];
});

/** The first is what a Deployment has by itself. */
const surge = onApp((app, random) => {
  const chosen = random.pick(["25%", "50%", undefined].filter((value) => value !== app.surge));
  return [{ ...app, surge: chosen }, `patch: maxSurge ${chosen ?? "gone"}`];
});

/** Some of them are only another way to write the same. */
const resources = onApp((app, random) => {
  const cpu = random.pick(["100m", "0.1", "1", "1000m"].filter((value) => value !== app.cpu));
  const memory = random.pick(["64Mi", "65536Ki", "1Gi", "1024Mi"]);
  return [{ ...app, cpu, memory }, `patch: cpu ${cpu}, memory ${memory}`];
});

/** Nothing of it changes the cluster. */
const explicit = onApp((app) => [
  { ...app, explicit: !app.explicit },
  `defaults ${app.explicit ? "left out" : "written out"}`,
]);

const addObject = onApp((app, random, next) => {
  const objects: readonly ExtraObject[] = [
    { kind: "ConfigMap", data: { number: String(next) } },
    { kind: "ServiceAccount" },
    { kind: "CronJob", schedule: "0 4 * * *" },
    { kind: "Service", port: 9000 },
    { kind: "PersistentVolumeClaim", size: "2Gi" },
  ];
  const object = random.pick(objects);
  return [{ ...app, extras: { ...app.extras, [`extra${next}`]: object } }, `added ${object.kind} extra${next}`];
});

const removeObject = onApp((app, random) => {
  const names = Object.keys(app.extras);
  if (names.length === 0) return undefined;
  const gone = random.pick(names);
  const extras = Object.fromEntries(Object.entries(app.extras).filter(([name]) => name !== gone));
  return [{ ...app, extras }, `removed ${gone}`];
});

const changeObject = onApp((app, random, next) => {
  const names = Object.keys(app.extras);
  if (names.length === 0) return undefined;
  const name = random.pick(names);
  const object = app.extras[name];
  if (object === undefined) return undefined;
  const changed = changedObject(object, next);
  return changed && [{ ...app, extras: { ...app.extras, [name]: changed } }, `changed ${object.kind} ${name}`];
});

function changedObject(object: ExtraObject, next: number): ExtraObject | undefined {
  switch (object.kind) {
    case "ConfigMap":
      return { ...object, data: { ...object.data, a: `value ${next}`, b: "on" } };
    case "CronJob":
      return { ...object, schedule: `${next % 60} 5 * * *` };
    case "Service":
      return { ...object, port: object.port + 1 };
    case "PersistentVolumeClaim":
    case "ServiceAccount":
      // A simulated volume does not grow.
      return undefined;
    default:
      return object satisfies never;
  }
}

const addApp: Move = (world, random) => {
  const app = newApp(`app${world.next}`, random.pick(world.layers));
  return { world: { ...world, apps: [...world.apps, app], next: world.next + 1 }, what: `added app ${app.name}` };
};

/** A layer keeps one app at least. */
const removeApp: Move = (world, random) => {
  const app = random.pick(world.apps);
  if (world.apps.filter(({ layer }) => layer === app.layer).length < 2) return undefined;
  return { world: { ...world, apps: world.apps.filter((own) => own !== app) }, what: `removed app ${app.name}` };
};

/** From the second layer to the first, which takes the objects over before the second would delete them. */
const moveApp: Move = (world, random) => {
  const [first = "", second = ""] = world.layers;
  const candidates = world.apps.filter(({ layer }) => layer === second);
  if (candidates.length < 2) return undefined;
  const app = random.pick(candidates);
  const apps = world.apps.map((own) => (own === app ? { ...own, layer: first } : own));
  return { world: { ...world, apps }, what: `moved app ${app.name} to layer ${first}` };
};

const renameLayer: Move = (world, random) => {
  const old = random.pick(world.layers);
  const name = `${old.split("-")[0] ?? ""}-${world.next}`;
  const layers = world.layers.map((layer) => (layer === old ? name : layer));
  const apps = world.apps.map((app) => (app.layer === old ? { ...app, layer: name } : app));
  return { world: { ...world, layers, apps, next: world.next + 1 }, what: `renamed layer ${old} to ${name}` };
};

const renameSettings: Move = (world) => {
  const name = `settings-${world.next}`;
  return {
    world: { ...world, settingsLayer: name, next: world.next + 1 },
    what: `renamed layer ${world.settingsLayer} to ${name}`,
  };
};

const settings: Move = (world, random) => {
  const names = Object.keys(world.settings);
  const name = random.pick(names);
  const fresh = `setting${world.next}`;
  const changed = { ...world.settings, [name]: `value ${world.next}`, [fresh]: "new" };
  const kept = Object.entries(changed).filter(([own]) => own !== (names.length > 3 ? names[0] : undefined));
  return {
    world: { ...world, settings: Object.fromEntries(kept), next: world.next + 1 },
    what: `settings: ${name}, ${fresh}`,
  };
};

const moves: readonly Move[] = [
  ...[scale, image, base, patch, note, surge, resources, explicit],
  ...[addObject, removeObject, changeObject, addApp, removeApp, moveApp],
  ...[renameLayer, renameSettings, settings],
];

/** A sequence of changes in which every kind comes as often as any other. */
export function* changesFrom(world: World, random: Random): Generator<Moved, never> {
  let current = world;
  for (;;) {
    for (const move of random.shuffled(moves)) {
      const moved = move(current, random);
      if (moved === undefined) continue;
      current = moved.world;
      yield moved;
    }
  }
}
