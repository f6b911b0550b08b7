import { defineVariables } from "../../components/model/authoring";

/**
 * Values that only the cluster's own resources know, such as an address that a provider hands out. An object names one where it has a
 * text, whole or in part, and Flux puts the value in when it applies the layer. For example:
 *
 *     export const variables = defineVariables({ publicAddress: "ip", publicHost: "hostname" });
 *
 *     ingress({ metadata: { annotations: { "external-dns.alpha.kubernetes.io/target": variables.publicAddress } }, … })
 *
 * An environment that uses a variable needs its value: in `variables` of `Pulumi.<env>.yaml`, or from a resource, in `index.ts`.
 */
export const variables = defineVariables({});
