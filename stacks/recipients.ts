import type { EnvironmentName } from "./environment-names";

/**
 * Public age recipients that each environment's sealed files are encrypted for. These two are examples whose identities nobody has:
 * replace them with your own (`age-keygen` prints one), or what is sealed can never be opened.
 */
export const recipients: Readonly<Record<EnvironmentName, readonly string[]>> = {
  staging: ["age1e45wrzes262vlvwfykfqklnhy2kqperj7pppys9839zqflzw3qpqgpn0nz"],
  production: ["age1zzhw5vdjygcg9kkr4cvvzgepdetlk2sqefkn0ac2perkhdqljphs2uejaz"],
};
