const kustomize = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n";

/** One layer that others build on. */
export function infrastructureFiles(): readonly (readonly [string, string])[] {
  return [
    [
      "infrastructure/staging/kustomization.yaml",
      `${kustomize}resources:\n  - namespace.yaml\n  - repository.yaml\n  - shared.yaml\n`,
    ],
    ["infrastructure/staging/namespace.yaml", "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shared\n"],
    [
      "infrastructure/staging/repository.yaml",
      "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata:\n  name: charts\n  namespace: shared\nspec:\n  type: oci\n  url: oci://registry.example.com/charts\n  interval: 1h\n",
    ],
    [
      "infrastructure/staging/shared.yaml",
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: values\n  namespace: shared\ndata:\n  a: b\n",
    ],
  ];
}

/** One app with its overlay. */
export function appFiles(): readonly (readonly [string, string])[] {
  return [
    ["apps/staging/kustomization.yaml", `${kustomize}resources:\n  - web\n`],
    [
      "apps/staging/web/kustomization.yaml",
      `${kustomize}namespace: web\nresources:\n  - ../../base/web\n  - namespace.yaml\npatches:\n  - path: replicas-patch.yaml\n    target:\n      kind: Deployment\n      name: web\nimages:\n  - name: example/web\n    newTag: 1.2.3\n`,
    ],
    ["apps/staging/web/namespace.yaml", "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: web\n"],
    [
      "apps/staging/web/replicas-patch.yaml",
      "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 2\n",
    ],
    ["apps/base/web/kustomization.yaml", `${kustomize}resources:\n  - deployment.yaml\n  - objects.yaml\n`],
    ["apps/base/web/deployment.yaml", deployment],
    ["apps/base/web/objects.yaml", objects],
  ];
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web
spec:
  replicas: 1
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      serviceAccountName: web
      imagePullSecrets:
        - name: registry
      containers:
        - name: web
          image: example/web:1.0.0
          ports:
            - name: http
              containerPort: 8080
          env:
            - name: GREETING
              valueFrom:
                configMapKeyRef: { name: settings, key: greeting }
          readinessProbe:
            httpGet: { path: /, port: http }
          volumeMounts:
            - name: data
              mountPath: /data
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: web
`;

const objects = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
    - port: 80
      targetPort: http
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: web
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: web
spec:
  accessModes: [ReadWriteOnce]
  resources: { requests: { storage: 1Gi } }
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  greeting: hello
---
apiVersion: v1
kind: Secret
metadata:
  name: registry
type: kubernetes.io/dockerconfigjson
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
spec:
  rules:
    - host: web.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service: { name: web, port: { number: 80 } }
`;
