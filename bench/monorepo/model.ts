import { defineMonorepo, environment } from "../../components/model/authoring";
import type { Environment, MonorepoModel } from "../../components/model/environment";
import { generatedApp, type GeneratedApp } from "./app";

/** Size of a generated monorepo. */
export interface ModelSize {
  readonly apps: number;
  /** Index of an app whose base differs from what it is without. @default none */
  readonly changed?: number;
}

/** Environment → replicas of every app. */
const replicas = { staging: 1, production: 3 } as const;

/** Environments of a generated monorepo. */
export const generatedEnvironments = Object.keys(replicas);

/** Flux version of its clusters. */
export const generatedFlux = "v2.9.5";

/** A monorepo of many apps in two environments, through the same functions that stacks/ uses: ten files an app. */
export function generatedModel({ apps, changed }: ModelSize): MonorepoModel {
  const generated = Array.from({ length: apps }, (_, index) =>
    generatedApp(appName(index), index === changed ? "1.29.5" : "1.29.4"),
  );
  const environments = Object.entries(replicas).map(
    ([name, count]) => [name, generatedEnvironment(name, generated, count)] as const,
  );
  return defineMonorepo({ environments: Object.fromEntries(environments) });
}

/** `app-0007` */
export function appName(index: number): string {
  return `app-${String(index).padStart(4, "0")}`;
}

function generatedEnvironment(name: string, apps: readonly GeneratedApp[], count: number): Environment {
  return environment(name, { fluxVersion: generatedFlux, ageRecipients: [] }, (layer) => [
    layer("apps", { folder: "apps", overlays: apps.map((app) => app.overlay(count)) }),
  ]);
}
