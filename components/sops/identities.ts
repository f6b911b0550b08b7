import type { Environment } from "../model/environment";
import type { Issue } from "../model/issue";
import { isSealedSecret } from "../model/sealed-secret";

/** The public recipient of each identity in the texts, in their order. @throws for a line that is no identity */
export async function recipientsOf(texts: readonly string[]): Promise<readonly string[]> {
  const { identityToRecipient } = await import("age-encryption");
  const identities = texts.flatMap((text) => text.split("\n").filter((line) => line.startsWith("AGE-SECRET-KEY-")));
  const recipients: string[] = [];
  for (const identity of identities) recipients.push(await identityToRecipient(identity));
  return recipients;
}

/** Says that Flux could not open what is sealed for an environment: it gets no identity of any recipient. Path is the configuration's file. */
export async function identityIssues(
  path: string,
  { name, ageRecipients, layers }: Environment,
  identities: readonly string[],
): Promise<readonly Issue[]> {
  const seals = layers.some(({ overlays }) => overlays.some(({ add }) => Object.values(add).some(isSealedSecret)));
  if (!seals || identities.length === 0) return [];
  const issue = { path, resource: "flux-monorepo:ageIdentity" };
  const own = await recipientsOf(identities).catch(() => undefined);
  if (own === undefined) return [{ ...issue, code: "malformed-config-value", message: malformed }];
  if (own.some((recipient) => ageRecipients.includes(recipient))) return [];
  const message = `Flux could not decrypt what is sealed for ${name}: ${own.join(", ")} is none of its recipients, which are ${ageRecipients.join(", ")}. Add it to stacks/recipients.ts, or set the identity of one of these.`;
  return [{ ...issue, code: "undecryptable", message }];
}

const malformed =
  "The value (not shown, it is secret) has a line that looks like an age identity and is none; store what `age-keygen` printed.";
