import type * as pulumi from "@pulumi/pulumi";
import type * as TsxApi from "tsx/cjs/api";

/** What a module named to `hostedProvider` exports as `provider`: every call, so that none depends on what the state remembers. */
export type HostedProvider = Required<Omit<pulumi.dynamic.ResourceProvider, "configure">>;

/**
 * Makes a dynamic provider that holds no code of its own: each call loads `modulePath` (relative to the project folder) from the
 * checkout. State keeps a small constant closure, never our code or a captured value, and refresh and destroy run today's code.
 */
export function hostedProvider(modulePath: string): pulumi.dynamic.ResourceProvider {
  const load = (): HostedProvider => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- serialised: only `require` exists where this runs
    const host = require(require.resolve("tsx/cjs/api", { paths: [process.cwd()] })) as typeof TsxApi;
    const file = `${process.cwd()}/${modulePath}`;
    const { provider } = host.require(file, `${process.cwd()}/index.ts`) as { readonly provider?: HostedProvider };
    if (provider === undefined) throw new Error(`${file} exports no provider`);
    return provider;
  };
  return {
    check: (olds, news) => load().check(olds, news),
    diff: (id, olds, news) => load().diff(id, olds, news),
    create: (inputs) => load().create(inputs),
    read: (id, props) => load().read(id, props),
    update: (id, olds, news) => load().update(id, olds, news),
    delete: (id, props) => load().delete(id, props),
  };
}
