import { join } from "node:path";
import { folderCache } from "../../../components/kustomize/cache";
import { defineApp, defineMonorepo, environment, overlay } from "../../../components/model/authoring";
import type { MonorepoModel } from "../../../components/model/environment";
import { previewRun, type RunPreview } from "../../../components/program/preview/preview-run";
import { planRun, type PlannedRun } from "../../../components/program/repository";
import { publish } from "../../../components/publish/publish";
import type { StackConfig } from "../../../stacks/config";
import { kustomizeForTests } from "../kustomize/tool";
import type { Scratch } from "../git/scratch";
import { clusterSettings, configMap, deployment, miniatureRelease, service } from "../manifests/fixture";
import { noSealer } from "../publish/wanted";

/** What of the model a test changes. */
export interface Source {
  readonly replicas?: number;
  readonly image?: string;
  /** Whether staging runs the app `extra`. */
  readonly extra?: boolean;
  /** Name of staging's second layer. */
  readonly layer?: string;
  /** The shared Deployment, in place of the usual one. */
  readonly base?: typeof deployment;
  /** Staging's patch of that Deployment. */
  readonly patch?: object;
  /** Data of the ConfigMap that staging's `extra` adds. */
  readonly data?: Readonly<Record<string, string>>;
}

/** Two environments that share a base. */
export function modelOf({
  replicas = 1,
  image = "nginx:1.27",
  extra = true,
  layer: name = "tools",
  base = deployment,
  patch = {},
  data = { a: "1" },
}: Source): MonorepoModel {
  const containers = [{ ...base.spec.template.spec.containers[0], image }] as const;
  const template = { ...base.spec.template, spec: { containers } };
  const web = defineApp("web", {
    deployment: { ...base, spec: { ...base.spec, template } },
    webService: service,
  });
  const only = defineApp("extra", {});
  const settings = { fluxVersion: "v2.9.5", ageRecipients: [] };
  const staging = environment("staging", settings, (layer) => [
    layer("apps", {
      folder: "apps",
      overlays: [
        overlay(web, { namespace: "web", replicas: { deployment: replicas }, patches: { deployment: patch } }),
      ],
    }),
    layer(name, {
      folder: "tools",
      overlays: [
        overlay(only, {
          namespace: "extra",
          add: {
            settings: configMap(data),
            ...(extra ? { more: { ...configMap({}), metadata: { name: "more" } } } : {}),
          },
        }),
      ],
    }),
  ]);
  const production = environment("production", settings, (layer) => [
    layer("apps", { folder: "apps", overlays: [overlay(web, { namespace: "web" })] }),
  ]);
  return defineMonorepo({ environments: { staging, production } });
}

/** What of the stack's configuration a test changes. */
type RunConfig = Partial<Pick<StackConfig, "environment" | "access" | "allowPrune" | "resolutions">> &
  Pick<StackConfig, "expectPlan" | "kube">;

/** A run of an environment on a scratch repository. */
export interface TestRun {
  readonly planned: PlannedRun;
  readonly previewed: RunPreview;
  /** Commits what was planned. */
  readonly publish: () => Promise<unknown>;
}

/** Plans and previews a run; `config` changes what the stack is configured with. */
export async function runOf(scratch: Scratch, source: Source, config: RunConfig = {}): Promise<TestRun> {
  const stack = stackOf(scratch, config);
  const planned = await planRun({
    config: stack,
    model: modelOf(source),
    release: miniatureRelease(),
    preview: true,
    projectDir: scratch.root,
    stateDir: scratch.stateDir,
  });
  const build = { tool: await kustomizeForTests(), cache: folderCache(join(scratch.stateDir, "builds")) };
  const wanted = {
    ...planned,
    pending: new Map<string, string>(),
    environment: stack.environment,
    projectDir: scratch.root,
    allowUnclean: true,
  };
  return {
    planned,
    previewed: await previewRun({ config: stack, planned, build, live: config.kube !== undefined }),
    publish: () => publish(wanted, scratch.stateDir, noSealer),
  };
}

function stackOf(scratch: Scratch, config: RunConfig): StackConfig {
  const { environment: name = "staging" } = config;
  const follows = name === "production" ? "env/production" : "main";
  return {
    environment: name,
    access: {
      url: scratch.url,
      branch: "main",
      follows,
      author: { name: "flux-monorepo", email: "bot@localhost" },
      credentials: { kind: "none" },
    },
    cluster: { ...clusterSettings, source: { ...clusterSettings.source, branch: follows } },
    allowUncleanSource: true,
    resolutions: {},
    publishing: { mode: "push", mirrors: [] },
    allowPrune: [],
    variables: {},
    reconcileTimeout: "10m",
    ageRecipients: {},
    secrets: {},
    secretNames: [],
    ageIdentities: [],
    ...config,
  };
}
