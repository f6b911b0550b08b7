/** A small app in two environments, as kustomize trees for the tests of this folder. */
export function overlayTree(apps: readonly string[], environments: readonly string[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const app of apps) {
    files.set(`apps/base/${app}/deployment.yaml`, deployment(app));
    files.set(
      `apps/base/${app}/service.yaml`,
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${app}\nspec:\n  selector:\n    app: ${app}\n  ports:\n    - port: 80\n`,
    );
    files.set(`apps/base/${app}/kustomization.yaml`, "resources:\n  - deployment.yaml\n  - service.yaml\n");
    for (const environment of environments) {
      const folder = `apps/${environment}/${app}`;
      files.set(`${folder}/namespace.yaml`, `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${app}\n`);
      files.set(
        `${folder}/replicas-patch.yaml`,
        `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${app}\nspec:\n  replicas: 3\n`,
      );
      files.set(
        `${folder}/kustomization.yaml`,
        `namespace: ${app}\nresources:\n  - ../../base/${app}\n  - namespace.yaml\npatches:\n  - path: replicas-patch.yaml\n`,
      );
    }
  }
  for (const environment of environments) {
    files.set(`apps/${environment}/kustomization.yaml`, `resources:\n${apps.map((app) => `  - ${app}\n`).join("")}`);
  }
  return files;
}

function deployment(app: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${app}
spec:
  replicas: 1
  selector:
    matchLabels:
      app: ${app}
  template:
    metadata:
      labels:
        app: ${app}
    spec:
      containers:
        - name: ${app}
          image: example/${app}:1.0.0
`;
}
