import * as pulumi from "@pulumi/pulumi";

/** One resource as the program declared it. */
export interface Declared {
  readonly type: string;
  readonly name: string;
  /** Name of the parent; undefined at the top. */
  readonly parent: string | undefined;
  readonly dependsOn: readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Inputs that are secret. */
  readonly secrets: readonly string[];
}

const outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ClusterGuard: { uid: "11111111-2222-3333-4444-555555555555" },
  GitCommit: { revision: "0123456789abcdef0123456789abcdef01234567" },
  Reconciliation: { kustomizations: { "flux-system": "main@sha1:0123456789abcdef0123456789abcdef01234567" } },
  SealingKey: { key: "key" },
};

/** Runs a program under Pulumi's mocks and returns what it declared, in order. Calling a provider's function fails it. */
export async function recordResources(program: () => unknown): Promise<readonly Declared[]> {
  const pending: Promise<Declared>[] = [];
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs }) => ({
        id: `${name}-id`,
        state: { ...(inputs as Declared["inputs"]), ...outputs[type.split(":").at(-1) ?? ""] },
      }),
      call: ({ token }) => {
        throw new Error(`unexpected call of ${token}`);
      },
    },
    "flux-monorepo",
    "staging",
    false,
  );
  await pulumi.runtime.runInPulumiStack(async () => {
    pulumi.runtime.registerStackTransformation((resource) => {
      pending.push(declared(resource));
      return undefined;
    });
    await program();
  });
  return Promise.all(pending);
}

async function declared({ resource, type, name, opts, ...args }: pulumi.ResourceTransformationArgs): Promise<Declared> {
  const props = args.props as Readonly<Record<string, unknown>>;
  const inputs: Record<string, unknown> = {};
  const secrets: string[] = [];
  for (const [key, value] of Object.entries(props)) {
    if (key === "__provider") continue;
    const output = pulumi.output(value);
    inputs[key] = await promiseOf(output);
    if (await pulumi.isSecret(output)) secrets.push(key);
  }
  const after: readonly unknown[] = opts.dependsOn === undefined ? [] : [opts.dependsOn].flat();
  const dependsOn = after.flatMap((dependency) => (pulumi.Resource.isInstance(dependency) ? [nameOf(dependency)] : []));
  const parent = opts.parent === undefined || opts.parent === resource ? undefined : nameOf(opts.parent);
  return { type, name, parent, dependsOn, inputs, secrets };
}

function nameOf(resource: pulumi.Resource): string {
  const { __name: name } = resource as unknown as { readonly __name: string };
  return name;
}

function promiseOf(output: pulumi.Output<unknown>): Promise<unknown> {
  return new Promise((resolve) => output.apply(resolve));
}
