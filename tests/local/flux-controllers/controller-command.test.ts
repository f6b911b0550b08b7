import assert from "node:assert/strict";
import type { IDeployment } from "kubernetes-models/apps/v1" with { "resolution-mode": "import" };
import type { Ports } from "../../../local/control-plane/ports";
import { controllerCommand } from "../../../local/flux-controllers/controller-command";

const ports: Ports = {
  apiServer: 1,
  etcd: 2,
  etcdPeer: 3,
  controllerManager: 4,
  scheduler: 5,
  kwok: 6,
  sourceStorage: 7,
  sourceMetrics: 8,
  sourceHealth: 9,
  kustomizeMetrics: 10,
  kustomizeHealth: 11,
};
const setting = {
  folder: "/tmp/state/source-controller",
  kubeconfig: "/tmp/state/kubeconfig",
  namespace: "flux-system",
  ports,
};

function deployment(change: { args?: string[]; replicas?: number; deletionTimestamp?: string } = {}): IDeployment {
  const { args = ["--log-level=info"], replicas, deletionTimestamp } = change;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "source-controller", ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) },
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      selector: {},
      template: {
        spec: {
          terminationGracePeriodSeconds: 10,
          containers: [
            {
              name: "manager",
              image: "source-controller:v1",
              args,
              env: [
                { name: "RUNTIME_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } },
                { name: "TUF_ROOT", value: "/tmp/.sigstore" },
                { name: "LEVEL", value: "a-$(RUNTIME_NAMESPACE)" },
                { name: "GOMEMLIMIT", valueFrom: { resourceFieldRef: { resource: "limits.memory" } } },
              ],
              volumeMounts: [
                { name: "data", mountPath: "/data" },
                { name: "tmp", mountPath: "/tmp" },
              ],
            },
          ],
        },
      },
    },
  };
}

const argsOf = (args: string[]): readonly string[] =>
  controllerCommand("kustomize-controller", deployment({ args }), setting)?.args ?? [];

describe("the command of a controller", () => {
  it("keeps the Deployment's arguments and replaces addresses and paths", () => {
    const args = [
      "--events-addr=http://notification-controller.$(RUNTIME_NAMESPACE).svc.cluster.local./",
      "--watch-all-namespaces=true",
      "--enable-leader-election",
      "--storage-path=/data",
      "--storage-adv-addr=source-controller.$(RUNTIME_NAMESPACE).svc.cluster.local.",
    ];
    assert.deepEqual(controllerCommand("source-controller", deployment({ args }), setting)?.args, [
      "--watch-all-namespaces=true",
      "--storage-path=/tmp/state/source-controller/data",
      "--storage-addr=127.0.0.1:7",
      "--storage-adv-addr=127.0.0.1:7",
      "--metrics-addr=127.0.0.1:8",
      "--health-addr=127.0.0.1:9",
      "--events-addr=",
    ]);
  });

  const own = ["--metrics-addr=127.0.0.1:10", "--health-addr=127.0.0.1:11", "--events-addr="];
  for (const [title, args, expected] of [
    ["drops a value that follows its flag", ["--events-addr", "http://x", "--a"], ["--a"]],
    ["keeps a flag that follows one without a value", ["--events-addr", "--a"], ["--a"]],
    ["fills in variables", ["--ns=$(RUNTIME_NAMESPACE)"], ["--ns=flux-system"]],
    ["leaves unknown variables", ["--ns=$(OTHER)"], ["--ns=$(OTHER)"]],
    ["takes $$ for a dollar sign", ["--ns=$$(RUNTIME_NAMESPACE)"], ["--ns=$(RUNTIME_NAMESPACE)"]],
  ] as const) {
    it(title, () => {
      assert.deepEqual(argsOf([...args]), [...expected, ...own]);
    });
  }

  it("takes literal variables, with paths of volumes as folders here", () => {
    assert.deepEqual(controllerCommand("source-controller", deployment(), setting)?.env, {
      RUNTIME_NAMESPACE: "flux-system",
      TUF_ROOT: "/tmp/state/source-controller/tmp/.sigstore",
      LEVEL: "a-flux-system",
      KUBECONFIG: "/tmp/state/kubeconfig",
    });
  });

  it("exists exactly where Kubernetes would run a pod", () => {
    const exists = (change: Parameters<typeof deployment>[0]): boolean =>
      controllerCommand("source-controller", deployment(change), setting) !== undefined;
    assert.ok(exists({}));
    assert.ok(exists({ replicas: 2 }));
    assert.ok(!exists({ replicas: 0 }));
    assert.ok(!exists({ deletionTimestamp: "2026-01-01T00:00:00Z" }));
  });
});
