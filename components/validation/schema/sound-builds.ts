import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuiltObject } from "../../kustomize/batch";
import type { Journal } from "../../kustomize/journal";
import { at, stringAt } from "../read/fields";
import { isBuiltIn } from "../read/identity";
import type { SchemaCheck } from "./catalog";

/** Remembers between runs which builds hold only objects that fit the schemas of Kubernetes' own kinds. */
export interface SoundBuilds {
  has(unit: string | undefined): boolean;
  /** Judges what is not remembered yet, and remembers what is sound. */
  record(objects: readonly BuiltObject[], check: SchemaCheck): void;
}

/** Kept in a journal; other schemas are other verdicts. Without a journal nothing is remembered. */
export function soundBuilds(journal: Journal | undefined): SoundBuilds {
  const prefix = journal === undefined ? "" : `${schemaVersion()}/`;
  const has = (unit: string | undefined): boolean => unit !== undefined && journal?.get(prefix + unit) === true;
  return {
    has,
    record(objects, check) {
      const sound = new Map<string, boolean>();
      for (const built of objects) {
        const { unit, object } = built;
        if (unit === undefined || has(unit)) continue;
        const fits = !isBuiltIn(object) || at(object, "sops") !== undefined || check(built)?.length === 0;
        sound.set(unit, fits && sound.get(unit) !== false);
      }
      journal?.put([...sound].filter(([, fits]) => fits).map(([unit]) => [prefix + unit, true] as const));
    },
  };
}

function schemaVersion(): string {
  const manifest = join(__dirname, "../../../node_modules/kubernetes-models/package.json");
  const parsed: unknown = JSON.parse(readFileSync(manifest, "utf8"));
  return stringAt(parsed, "version") ?? "";
}
