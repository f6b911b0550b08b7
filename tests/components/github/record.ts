import { setTimeout as sleep } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";

/** One resource as the engine was asked for it. */
export interface Asked {
  readonly type: string;
  readonly name: string;
  /** Inputs as the provider gets them. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Inputs whose values the state keeps encrypted. */
  readonly secretInputs: readonly string[];
  readonly secretOutputs: readonly string[];
  readonly retainOnDelete: boolean;
  /** Undefined leaves it to the provider. */
  readonly deleteBeforeReplace: boolean | undefined;
  readonly import: string | undefined;
  readonly ignoreChanges: readonly string[];
  readonly dependsOn: readonly string[];
}

/** What a program asked the engine for. */
export interface Graph {
  /** In the order in which each became known to the engine; whoever needs an output comes after it. */
  readonly asked: readonly Asked[];
  /** Functions of providers that were called, with their inputs. */
  readonly calls: readonly { readonly token: string; readonly inputs: unknown }[];
  readonly find: (name: string) => Asked;
  readonly position: (name: string) => number;
}

/** What a resource of each type answers, beside its inputs. */
type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Type → outputs for resources, token → result for functions; what is not listed fails the program. */
export interface World {
  readonly stack: string;
  readonly resources: Answers;
  readonly functions: Answers;
}

type Options = Pick<Asked, "secretOutputs" | "retainOnDelete" | "deleteBeforeReplace" | "ignoreChanges" | "dependsOn">;

/** Runs a program under mocks that know only what `world` lists. */
export async function recordGraph(world: World, program: () => unknown): Promise<Graph> {
  const asked: Omit<Asked, keyof Options>[] = [];
  const calls: { readonly token: string; readonly inputs: unknown }[] = [];
  const options = new Map<string, Options>();
  await pulumi.runtime.setMocks(
    {
      newResource: async ({ type, name, inputs, id }) => {
        if (type === pulumi.runtime.rootPulumiStackTypeName) return { id: name, state: {} };
        const outputs = world.resources[type];
        if (outputs === undefined) throw new Error(`unexpected resource ${type} ${name}`);
        // Time for whoever does not wait.
        await sleep(20);
        const sent = Object.entries(inputs as Asked["inputs"]).filter(([key]) => key !== "__provider");
        const own = Object.fromEntries(sent.map(([key, value]) => [key, unsealed(value)]));
        const secretInputs = sent.filter(([, value]) => isSecret(value)).map(([key]) => key);
        asked.push({ type, name, inputs: own, secretInputs, import: id === "" ? undefined : id });
        return { id: `${name}-id`, state: { ...own, ...outputs } };
      },
      call: ({ token, inputs }) => {
        calls.push({ token, inputs });
        const result = world.functions[token];
        if (result === undefined) throw new Error(`unexpected call of ${token}`);
        return result;
      },
    },
    "flux-monorepo",
    world.stack,
    false,
  );
  await pulumi.runtime.runInPulumiStack(async () => {
    pulumi.runtime.registerStackTransformation(({ type, name, opts }) => {
      options.set(`${type} ${name}`, readOptions(opts));
      return undefined;
    });
    await program();
  });
  await pulumi.runtime.disconnect();
  return graphOf(complete(asked, options), calls);
}

function graphOf(asked: readonly Asked[], calls: Graph["calls"]): Graph {
  const position = (name: string): number => {
    const index = asked.findIndex((candidate) => candidate.name === name);
    if (index < 0) throw new Error(`no ${name} among ${asked.map((candidate) => candidate.name).join(", ")}`);
    return index;
  };
  const find = (name: string): Asked => asked[position(name)] as Asked;
  return { asked, calls, find, position };
}

function complete(
  asked: readonly Omit<Asked, keyof Options>[],
  options: ReadonlyMap<string, Options>,
): readonly Asked[] {
  return asked.map((one) => {
    const own = options.get(`${one.type} ${one.name}`);
    if (own === undefined) throw new Error(`${one.name} was not declared`);
    return { ...one, ...own };
  });
}

/** What the SDK sends in the place of a secret, for the engine to encrypt. */
interface SealedValue {
  readonly value: unknown;
}

function isSecret(value: unknown): value is SealedValue {
  const [mark, secret] = ["4dabf18193072939515e22adb298388d", "1b47061264138c4ac30d75fd1eb44270"];
  return typeof value === "object" && value !== null && Reflect.get(value, mark) === secret && "value" in value;
}

/** Parts of a value may be secret while the rest is not. */
function unsealed(value: unknown): unknown {
  if (isSecret(value)) return unsealed(value.value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unsealed(part)]));
}

function readOptions(opts: pulumi.CustomResourceOptions): Options {
  const after: readonly unknown[] = opts.dependsOn === undefined ? [] : [opts.dependsOn].flat();
  return {
    secretOutputs: opts.additionalSecretOutputs ?? [],
    retainOnDelete: opts.retainOnDelete === true,
    deleteBeforeReplace: opts.deleteBeforeReplace,
    ignoreChanges: (opts.ignoreChanges ?? []).map(String),
    dependsOn: after.flatMap((one) => (pulumi.Resource.isInstance(one) ? [nameOf(one)] : [])),
  };
}

function nameOf(resource: pulumi.Resource): string {
  const { __name: name } = resource as unknown as { readonly __name: string };
  return name;
}
