const kustomize = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n";

/** clusters/staging/ with small definitions of the Flux kinds that the tests use. */
export function clusterFiles(): readonly (readonly [string, string])[] {
  const layer = (name: string, path: string, more: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 1h
  path: ./${path}
  prune: true
  sourceRef:
    kind: GitRepository
    name: flux-system
${more}`;
  const definition = (
    plural: string,
    kind: string,
    [group, version, spec]: readonly [string, string, string],
  ): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.${group}
spec:
  group: ${group}
  names: { kind: ${kind}, plural: ${plural} }
  scope: Namespaced
  versions:
    - name: ${version}
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            apiVersion: { type: string }
            kind: { type: string }
            metadata: { type: object }
            spec: ${spec}
`;
  const open = "{ type: object, x-kubernetes-preserve-unknown-fields: true }";
  const strict = `
              type: object
              required: [interval, prune, sourceRef]
              properties:
                interval: { type: string, pattern: '^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$' }
                timeout: { type: string }
                path: { type: string }
                prune: { type: boolean }
                wait: { type: boolean }
                sourceRef: { type: object, x-kubernetes-preserve-unknown-fields: true }
                dependsOn: { type: array, items: { type: object, properties: { name: { type: string } } } }
                decryption: { type: object, x-kubernetes-preserve-unknown-fields: true }
                postBuild: { type: object, x-kubernetes-preserve-unknown-fields: true }
                patches: { type: array, items: { type: object, x-kubernetes-preserve-unknown-fields: true } }`;
  return [
    [
      "clusters/staging/flux-system/gotk-components.yaml",
      [
        "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: flux-system\n",
        definition("kustomizations", "Kustomization", ["kustomize.toolkit.fluxcd.io", "v1", strict]),
        definition("gitrepositories", "GitRepository", ["source.toolkit.fluxcd.io", "v1", open]),
        definition("helmrepositories", "HelmRepository", ["source.toolkit.fluxcd.io", "v1", open]),
        definition("helmreleases", "HelmRelease", ["helm.toolkit.fluxcd.io", "v2", open]),
      ].join("---\n"),
    ],
    [
      "clusters/staging/flux-system/gotk-sync.yaml",
      `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: flux-system
  namespace: flux-system
spec:
  interval: 1m0s
  ref: { branch: main }
  secretRef: { name: flux-system }
  url: https://git.example.com/monorepo
---
${layer("flux-system", "clusters/staging", "")}`,
    ],
    [
      "clusters/staging/flux-system/kustomization.yaml",
      `${kustomize}resources:\n  - gotk-components.yaml\n  - gotk-sync.yaml\n`,
    ],
    [
      "clusters/staging/infrastructure.yaml",
      layer("infrastructure", "infrastructure/staging", "  wait: true\n  timeout: 5m\n"),
    ],
    ["clusters/staging/apps.yaml", layer("apps", "apps/staging", "  dependsOn:\n    - name: infrastructure\n")],
  ];
}
