import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { render } from "../../../../components/manifests/render";
import { environment, type ControllerOptions } from "../../../../components/model/authoring";
import type { ClusterSettings } from "../../../../components/model/cluster-settings";
import type { FileTree } from "../../../../components/model/file-tree";
import { IssuesError } from "../../../../components/model/issue";
import type { KubernetesObject } from "../../../../components/model/object";
import { buildFolder } from "../../../../components/kustomize/build";
import { kustomizeForTests } from "../../kustomize/tool";
import { clusterSettings, miniatureRelease } from "../fixture";
import { textOf } from "../rendered";

const folder = "clusters/staging/flux-system";

function treeWith(controllers: object, settings: ClusterSettings = clusterSettings): FileTree {
  const fluxVersion = "v2.9.5";
  const staging = environment("staging", { fluxVersion, ageRecipients: [], controllers }, () => []);
  const clusters = { staging: { settings, release: miniatureRelease(fluxVersion) } };
  return render({ model: { environments: { staging } }, clusters });
}

/** Checked by the compiler as an author's would be. */
function typed(controllers: ControllerOptions): ControllerOptions {
  return controllers;
}

const changes = typed({
  "kustomize-controller": {
    args: { concurrent: 20, "no-remote-bases": true, "feature-gates": { A: true, B: false } },
    patch: {
      metadata: { annotations: { note: "busy" } },
      spec: { template: { spec: { containers: [{ name: "manager", resources: { limits: { memory: "2Gi" } } }] } } },
    },
    jsonPatch: [{ op: "add", path: "/spec/template/spec/priorityClassName", value: "system-cluster-critical" }],
  },
  "helm-controller": { args: { "oom-watch-interval": "500ms" } },
});

describe("changes of Flux's controllers", () => {
  let tool: string;

  before(async function () {
    this.timeout(60_000);
    tool = await kustomizeForTests();
  });

  it("are files beside the installation, in the order that they apply", () => {
    const lines = textOf(treeWith(changes), `${folder}/kustomization.yaml`).split("\n");
    assert.deepEqual(
      lines.flatMap((line) => (line.includes("path:") ? [line.trim()] : [])),
      [
        "- path: kustomize-controller-patch.yaml",
        "- path: kustomize-controller-args-patch.yaml",
        "- path: kustomize-controller-json-patch.yaml",
        "- path: helm-controller-args-patch.yaml",
      ],
    );
  });

  it("leave the kustomization as it is where there are none", () => {
    assert.doesNotMatch(textOf(treeWith({}), `${folder}/kustomization.yaml`), /patches/);
    assert.doesNotMatch(textOf(treeWith({ "helm-controller": { args: {} } }), `${folder}/kustomization.yaml`), /patch/);
  });

  it("reach the Deployment that kustomize builds, beside what the configuration says of it", async function () {
    this.timeout(60_000);
    const objects = await buildFolder(tool, textsOf(treeWith(changes)), folder);
    const pod = podOf(objects, "kustomize-controller");
    assert.deepEqual(pod.containers[0]?.args.slice(-5), [
      "--storage-adv-addr=kustomize-controller.$(RUNTIME_NAMESPACE).svc.cluster.local.",
      "--enable-leader-election",
      "--concurrent=20",
      "--no-remote-bases=true",
      "--feature-gates=A=true,B=false",
    ]);
    assert.deepEqual(pod.containers[0].resources, { limits: { memory: "2Gi" } });
    assert.equal(pod.priorityClassName, "system-cluster-critical");
    assert.equal(podOf(objects, "helm-controller").containers[0]?.args.at(-1), "--oom-watch-interval=500ms");
    assert.equal(podOf(objects, "source-controller").containers[0]?.args.at(-1), "--enable-leader-election");
  });

  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ["a controller that is not installed", { "source-watcher": { args: {} } }, /source-watcher.*not installed/],
    ["a container that is not there", patch({ name: "manger", args: null }), /Known: manager/],
    ["arguments in a merge patch", patch({ name: "manager", args: ["--concurrent=1"] }), /replace all/],
    ["a flag that the configuration decides", { "source-controller": { args: { "log-level": "debug" } } }, /Change it/],
    ["a flag with dashes", { "source-controller": { args: { "--concurrent": 1 } } }, /without dashes/],
    ["a value that is none", { "source-controller": { args: { concurrent: Number.NaN } } }, /no value of a flag/],
    ["a pointer that is none", { "source-controller": { jsonPatch: [{ op: "remove", path: "spec" }] } }, /slash/],
  ];
  for (const [what, controllers, message] of wrong) {
    it(`refuse ${what}`, () => {
      assert.throws(
        () => treeWith(controllers),
        (error) =>
          error instanceof IssuesError &&
          error.issues.length === 1 &&
          error.issues.every(({ path }) => path === `${folder}/kustomization.yaml`) &&
          message.test(error.message),
      );
    });
  }
});

function patch(container: object): object {
  return { "kustomize-controller": { patch: { spec: { template: { spec: { containers: [container] } } } } } };
}

function textsOf(tree: FileTree): ReadonlyMap<string, string> {
  return new Map([...tree].flatMap(([path, file]) => (file.kind === "text" ? [[path, file.content] as const] : [])));
}

interface Pod {
  readonly priorityClassName?: string;
  readonly containers: readonly { readonly args: readonly string[]; readonly resources?: object }[];
}

function podOf(objects: readonly KubernetesObject[], name: string): Pod {
  const found = objects.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === name);
  return (found as KubernetesObject & { readonly spec: { readonly template: { readonly spec: Pod } } }).spec.template
    .spec;
}
