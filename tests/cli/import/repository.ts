const kustomization = (body: string): string =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${body}`;

const layer = (name: string, path: string, more = ""): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  interval: 10m
  retryInterval: 1m
  timeout: 5m
  sourceRef:
    kind: GitRepository
    name: flux-system
  path: ./${path}
  prune: true
${more}`;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  replicas: 1
  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
    spec:
      containers:
        - name: shop
          image: registry.example/shop:1.0.0
          env:
            - name: MODE
              value: base
            - name: UNUSED
              value: "yes"
          ports:
            - containerPort: 8080
`;

const sealed = `apiVersion: v1
kind: Secret
metadata:
    name: shop-token
stringData:
    TOKEN: ENC[AES256_GCM,data:AAAA,iv:AAAA,tag:AAAA,type:str]
sops:
    age:
        - recipient: age1e45wrzes262lvlwfykfqklnhy2kqperj7pppys9839zqflzw3qpqgpn0nz
          enc: none
    mac: ENC[AES256_GCM,data:AAAA,iv:AAAA,tag:AAAA,type:str]
    version: 3.13.1
`;

const bases: Readonly<Record<string, string>> = {
  "apps/base/shop/kustomization.yaml": kustomization("resources: [deployment.yaml, service.yaml]\n"),
  "apps/base/shop/deployment.yaml": deployment,
  "apps/base/shop/service.yaml":
    "apiVersion: v1\nkind: Service\nmetadata:\n  name: shop\nspec:\n  selector:\n    app: shop\n  ports:\n    - port: 80\n      targetPort: 8080\n",
};

const staging: Readonly<Record<string, string>> = {
  "apps/staging/kustomization.yaml": kustomization("resources: [shop]\n"),
  "apps/staging/shop/kustomization.yaml": kustomization(
    "namespace: shop\nresources: [../../base/shop, namespace.yaml, token.yaml]\nimages:\n  - name: registry.example/shop\n    newTag: 1.1.0-rc.1\n",
  ),
  "apps/staging/shop/namespace.yaml": "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n",
  "apps/staging/shop/token.yaml": sealed,
};

const production: Readonly<Record<string, string>> = {
  "apps/production/kustomization.yaml": kustomization("resources: [shop]\n"),
  "apps/production/shop/kustomization.yaml": kustomization(`namespace: shop
resources: [../../base/shop, namespace.yaml]
components: [../../components/tracing]
replicas:
  - name: shop
    count: 3
patches:
  - path: env-patch.yaml
  - target:
      kind: Service
    patch: |
      - op: replace
        path: /spec/ports/0/port
        value: 8000
configMapGenerator:
  - name: shop-settings
    literals: [colour=blue]
`),
  "apps/production/shop/env-patch.yaml":
    "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: shop\nspec:\n  template:\n    spec:\n      containers:\n        - name: shop\n          env:\n            - name: MODE\n              value: production\n            - name: UNUSED\n              $patch: delete\n        - name: proxy\n          image: registry.example/proxy:2.0.0\n",
  "apps/production/shop/namespace.yaml": "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n",
  "apps/components/tracing/kustomization.yaml":
    "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nlabels:\n  - pairs:\n      tracing: enabled\n",
};

const shared: Readonly<Record<string, string>> = {
  "platform/kustomization.yaml": kustomization("resources: [issuer.yaml, widgets.yaml]\n"),
  "platform/issuer.yaml":
    "apiVersion: cert-manager.io/v1\nkind: ClusterIssuer\nmetadata:\n  name: public\nspec:\n  acme:\n    server: https://staging.example\n",
  "platform/widgets.yaml":
    'apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: one\n  namespace: widgets\nspec:\n  parts: [a, b]\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: widgets\n  namespace: widgets\ndata:\n  script.sh: |\n    echo "${HOME}" `pwd` \\n\n',
};

const issuerPatch = `  patches:
    - target:
        kind: ClusterIssuer
      patch: |
        - op: replace
          path: /spec/acme/server
          value: https://production.example
`;

const clusters: Readonly<Record<string, string>> = {
  "clusters/staging/platform.yaml": layer("platform", "platform", "  wait: true\n"),
  "clusters/staging/apps.yaml": layer("apps", "apps/staging", "  dependsOn:\n    - name: platform\n"),
  "clusters/production/platform.yaml": layer("platform", "platform", `  wait: true\n${issuerPatch}`),
  "clusters/production/apps.yaml": layer(
    "apps",
    "apps/production",
    "  dependsOn:\n    - name: platform\n  healthChecks:\n    - apiVersion: apps/v1\n      kind: Deployment\n      name: shop\n      namespace: shop\n",
  ),
  "clusters/production/alerts.yaml":
    "apiVersion: notification.toolkit.fluxcd.io/v1beta3\nkind: Provider\nmetadata:\n  name: chat\n  namespace: flux-system\nspec:\n  type: generic\n  address: https://chat.example\n",
};

/** A repository in the shape that most have: bases, overlays, components, layers without overlays, and an encrypted Secret. */
export const overlayRepository: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...bases, ...staging, ...production, ...shared, ...clusters }).sort(([a], [b]) => (a < b ? -1 : 1)),
);
