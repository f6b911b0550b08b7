import type { Fault } from "../../issue";

type Fields = Readonly<Record<string, unknown>>;

const handlers = ["exec", "grpc", "httpGet", "sleep", "tcpSocket"];

/** Field → the fields in it of which Kubernetes takes one; of a volume, any field but its name. */
const unions: Readonly<Record<string, readonly string[]>> = {
  env: ["value", "valueFrom"],
  livenessProbe: handlers,
  readinessProbe: handlers,
  startupProbe: handlers,
  postStart: handlers,
  preStop: handlers,
};

/** Tells where a merge leaves a field of the base beside the one that is to take its place, which the API server refuses. */
export function unionFaults(
  { at, field }: { readonly at: string; readonly field: string },
  base: Fields,
  patch: Fields,
): readonly Fault[] {
  if (patch["$patch"] !== undefined && patch["$patch"] !== "merge") return [];
  const kept =
    field === "strategy" ? keptOfStrategy(base, patch) : keptOf(alternatives(field, base, patch), base, patch);
  return kept.map((other) => ({
    code: "kept-alternative",
    resource: at,
    message: `the base has ${other}, which would stay beside what the patch sets. Write ${other}: null.`,
  }));
}

function alternatives(field: string, base: Fields, patch: Fields): readonly string[] {
  if (field !== "volumes") return unions[field] ?? [];
  return Object.keys({ ...base, ...patch }).filter((name) => name !== "name" && !name.startsWith("$"));
}

function keptOf(names: readonly string[], base: Fields, patch: Fields): readonly string[] {
  const sets = names.some((name) => patch[name] !== undefined && patch[name] !== null && !isSet(base[name]));
  return sets ? names.filter((name) => isSet(base[name]) && patch[name] === undefined) : [];
}

function keptOfStrategy(base: Fields, patch: Fields): readonly string[] {
  const stays = isSet(base["rollingUpdate"]) && patch["rollingUpdate"] === undefined;
  return patch["type"] === "Recreate" && stays ? ["rollingUpdate"] : [];
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
