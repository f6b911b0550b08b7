import * as pulumi from "@pulumi/pulumi";
import { hostedProvider } from "./hosted-provider";

/** A random key that a stack makes once and keeps as a secret; digests of sealed values are made with it. */
export class SealingKey extends pulumi.dynamic.Resource {
  /** Secret. */
  declare readonly key: pulumi.Output<string>;

  constructor(name: string, opts?: pulumi.CustomResourceOptions) {
    const secretOutputs = { additionalSecretOutputs: ["key"] };
    super(
      hostedProvider("components/sops/key-provider.ts"),
      name,
      { key: undefined },
      pulumi.mergeOptions(opts, secretOutputs),
      "flux-monorepo",
      "SealingKey",
    );
  }
}
