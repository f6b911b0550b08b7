/** Path → text of a small tree whose folder `app` is built. */
export type Files = Readonly<Record<string, string>>;

/** A Deployment with one replica. */
export const deployment =
  "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 1\n  template:\n    spec:\n      containers:\n        - name: web\n          image: example/web\n";
/** A Service of that name. */
export const service = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports: []\n";
/** A base of a Deployment and a Service. */
export const base: Files = {
  "base/kustomization.yaml": "resources: [deployment.yaml, service.yaml]\n",
  "base/deployment.yaml": deployment,
  "base/service.yaml": service,
};
/** A merge patch of `spec.replicas`. */
export const merge = (kind: string, name: string, apiVersion = "apps/v1"): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\nspec:\n  replicas: 2\n`;
/** A kustomization of the base with patches. */
export const patching = (...patches: readonly string[]): string =>
  `resources: [../base]\npatches:\n${patches.map((patch) => `  - ${patch}\n`).join("")}`;
/** An entry of `patches` that is a JSON patch. */
export const operations = (...entries: readonly string[]): string =>
  `{ target: { kind: Deployment }, patch: ${JSON.stringify(`[${entries.join(",")}]`)} }`;
/** One operation of it. */
export const replace = (path: string, value: number): string => JSON.stringify({ op: "replace", path, value });

/** A tree that kustomize refuses, and what is told of it. */
export interface RefusedBuild {
  /** What is told. */
  readonly title: string;
  readonly files: Files;
  /** `path (resource): words of the message`, one a failure. */
  readonly told: readonly (readonly [string, RegExp])[];
  readonly objects: number;
}
