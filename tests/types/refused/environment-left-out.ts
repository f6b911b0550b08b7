// TS2741: Property 'production' is missing
import type { Environment } from "../../../components/model/environment";
import type { EnvironmentName } from "../../../stacks/environment-names";

declare const staging: Environment;

export const environments: Record<EnvironmentName, Environment> = { staging };
