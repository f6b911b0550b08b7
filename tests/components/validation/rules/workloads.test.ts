import { edited, withObject } from "../sound-tree";
import { breaking, passing } from "../table";

const deployment = "apps/base/web/deployment.yaml";
const objects = "apps/base/web/objects.yaml";
const web = "Deployment web/web";
const version = "app.kubernetes.io/version: 1.0.0";

describe("rules about workloads", () => {
  breaking([
    {
      title: "a version in a selector",
      files: edited(deployment, "    matchLabels:\n", `    matchLabels:\n      ${version}\n`).set(
        deployment,
        (
          edited(deployment, "    matchLabels:\n", `    matchLabels:\n      ${version}\n`).get(deployment) ?? ""
        ).replace("      labels:\n", `      labels:\n        ${version}\n`),
      ),
      code: "version-in-selector",
      path: deployment,
      resource: web,
      message: /spec.selector holds app.kubernetes.io\/version: 1.0.0, which cannot be changed later/,
    },
    {
      title: "a workload that does not select its own pods",
      files: edited(deployment, "    matchLabels:\n      app: web", "    matchLabels:\n      app: wep"),
      code: "selector-mismatch",
      path: deployment,
      resource: web,
      message: /selects pods with app: wep, but its own template has app: "web"/,
    },
    {
      title: "a Service that selects nothing",
      files: edited(objects, "    app: web", "    app: wep"),
      code: "unmatched-service",
      path: objects,
      resource: "Service web/web",
      message: /selects app: wep, which no pod template of its namespace has/,
    },
    {
      title: "a Service with a port that the pods lack",
      files: edited(objects, "targetPort: http", "targetPort: web"),
      code: "unmatched-service",
      path: objects,
      resource: "Service web/web",
      message: /targetPort web is no port of the pods that it selects; their ports: http/,
    },
    {
      title: "a mount without its volume",
      files: edited(deployment, "- name: data\n              mountPath", "- name: dat\n              mountPath"),
      code: "unknown-volume",
      path: deployment,
      resource: web,
      message: /container web mounts the volume "dat", which the pod does not have; its volumes: data/,
    },
    {
      title: "a probe of an unknown port",
      files: edited(deployment, "port: http }", "port: web }"),
      code: "unknown-probe-port",
      path: deployment,
      resource: web,
      message: /readinessProbe of container web asks the port "web".*: http/,
    },
    {
      title: "an Ingress to a Service that does not exist",
      files: edited(objects, "service: { name: web,", "service: { name: wep,"),
      code: "unknown-target",
      path: objects,
      resource: "Ingress web/web",
      message: /its backend needs Service web\/wep, which no layer declares; in that namespace: web/,
    },
    {
      title: "a name that Kubernetes refuses",
      files: withObject("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: Big_Name\ndata:\n  a: b\n"),
      code: "invalid-name",
      path: "apps/staging/web/added.yaml",
      resource: "ConfigMap web/Big_Name",
      message: /metadata.name "Big_Name" is no name that Kubernetes accepts/,
    },
    {
      title: "a label that Kubernetes refuses",
      files: withObject(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: small\n  labels:\n    note: two words\ndata:\n  a: b\n",
      ),
      code: "invalid-name",
      path: "apps/staging/web/added.yaml",
      resource: "ConfigMap web/small",
      message: /label note: "two words" is no label value/,
    },
  ]);
  passing([
    { title: "a Service without a selector", files: edited(objects, "  selector:\n    app: web\n  ports", "  ports") },
    { title: "probes and target ports by number", files: edited(deployment, "port: http }", "port: 8080 }") },
  ]);
});
