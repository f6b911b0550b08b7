import assert from "node:assert/strict";
import type { ClusterClient } from "../../../components/cluster/client";
import { makeCheckout, type Checkout } from "./checkout";
import { clusterOf } from "./cluster";
import { openRepository, type Repository } from "./repository";
import { openStack, type Pulumi } from "./stack";

/** Everything that one run of the suite looks at and acts on. */
export interface Sides {
  readonly checkout: Checkout;
  readonly repository: Repository;
  readonly staging: ClusterClient;
  readonly production: ClusterClient;
  readonly stack: { readonly staging: Pulumi; readonly production: Pulumi };
}

/** Brings up the platform of both environments in a checkout of its own; leaves nothing behind when it cannot. */
export async function bringUp(): Promise<Sides> {
  const checkout = makeCheckout();
  try {
    for (const environment of ["staging", "production"]) {
      const { status, output } = await checkout.npm("local", "up", environment);
      assert.equal(status, 0, output);
    }
    return {
      checkout,
      repository: openRepository(checkout.root),
      staging: await clusterOf(checkout, "staging"),
      production: await clusterOf(checkout, "production"),
      stack: { staging: await openStack(checkout, "staging"), production: await openStack(checkout, "production") },
    };
  } catch (error) {
    await checkout.remove();
    throw error;
  }
}

/** Runs `npm start` for an environment and checks that it ends well and says what is expected. */
export async function start({ checkout }: Sides, environment: string, expected: RegExp): Promise<string> {
  const { status, output } = await checkout.npm("start", environment);
  assert.equal(status, 0, output);
  assert.match(output, expected);
  return output;
}
