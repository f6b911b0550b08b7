import { readSecret } from "../../../components/cluster/bootstrap/planted-secret";
import { openCluster } from "../../../components/cluster/client";
import { findPlatform } from "../../../local/platform";
import type { Checkout } from "../main-job/checkout";
import { identityOf, type Transcript } from "./run";

/** Keeps an identity that a rotation would leave beside the one in use; each is a secret of its own, as the README has it. */
export async function keepFormerIdentity(checkout: Checkout, { pulumi }: Transcript): Promise<string> {
  const { generateX25519Identity } = await import("age-encryption");
  const former = await generateX25519Identity();
  await succeed(pulumi(["config", "rm", "ageIdentity"]));
  // In several lines, as `age-keygen` writes a file.
  const texts = [identityOf(checkout), former].map((identity) => `# created: today\n# public key: age1\n${identity}\n`);
  for (const [index, text] of texts.entries())
    await succeed(pulumi(["config", "set", "--secret", "--path", `ageIdentity[${index}]`], text));
  return former;
}

async function succeed(call: ReturnType<Transcript["pulumi"]>): Promise<void> {
  const { status, stderr } = await call;
  if (status !== 0) throw new Error(stderr);
}

/** Entries of the Secret that staging's Flux decrypts with. */
export async function plantedEntries({ root }: Checkout): Promise<readonly string[]> {
  const platform = findPlatform("staging", root);
  if (platform === undefined) throw new Error("the platform is down");
  return Object.keys((await readSecret(await openCluster(platform), "sops-age")) ?? {}).sort();
}
