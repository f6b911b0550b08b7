/** The environments, each of them one cluster and one Pulumi stack of the same name. */
export const environmentNames = ["staging", "production"] as const;

export type EnvironmentName = (typeof environmentNames)[number];
