import { apiServer, controllerManager, etcd, kwok, kwokctl, scheduler } from "./catalog/control-plane";
import { kustomizeController, sourceController } from "./catalog/controllers";
import { flux, kustomize, sops } from "./catalog/manifests";
import { kubernetesPlugin, languageHost, pulumi } from "./catalog/pulumi";
import type { ToolRecipe } from "./catalog/recipe";

/**
 * Every program that this project calls. Two at a time are built in this order: first the two that unit tests call, then long
 * ones, each beside one that it shares little with.
 */
export const toolNames = [
  "kustomize",
  "sops",
  "pulumi-resource-kubernetes",
  "kube-apiserver",
  "source-controller",
  "kube-controller-manager",
  "pulumi",
  "kustomize-controller",
  "kwokctl",
  "flux",
  "kube-scheduler",
  "etcd",
  "kwok",
  "pulumi-language-nodejs",
] as const;

export type ToolName = (typeof toolNames)[number];

/** How each tool is found, fetched or built. */
export const catalog: Readonly<Record<ToolName, ToolRecipe>> = {
  kustomize,
  sops,
  pulumi,
  "pulumi-language-nodejs": languageHost,
  "pulumi-resource-kubernetes": kubernetesPlugin,
  etcd,
  "kube-apiserver": apiServer,
  "kube-controller-manager": controllerManager,
  "kube-scheduler": scheduler,
  kwok,
  kwokctl,
  "source-controller": sourceController,
  "kustomize-controller": kustomizeController,
  flux,
};
