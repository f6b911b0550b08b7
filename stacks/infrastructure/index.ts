import { priorityClasses } from "./priority-classes";
import { renovate } from "./renovate";

/** What runs beside the apps. */
export const infrastructureControllers = { renovate };

/** What the cluster must have before any app. */
export const infrastructureConfigs = { priorityClasses };
