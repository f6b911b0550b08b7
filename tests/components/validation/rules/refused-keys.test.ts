import { appended, edited, withObject, type Files } from "../sound-tree";
import { breaking, passing } from "../table";

const objects = "apps/base/web/objects.yaml";
const deployment = "apps/base/web/deployment.yaml";
const added = { code: "invalid-key", path: "apps/staging/web/added.yaml", resource: "ConfigMap web/small" };
const service = { code: "invalid-key", path: objects, resource: "Service web/web" };
const ingress = { code: "invalid-key", path: objects, resource: "Ingress web/web" };
const mebibyte = 1_048_576;

/** With the variable `v` in its layer. */
function substituted(files: Files): Files {
  const apps = "clusters/staging/apps.yaml";
  return files.set(apps, appended(apps, "  postBuild: { substitute: { v: a } }\n").get(apps) ?? "");
}

function map(metadata: string, data = "data: { a: b }"): Files {
  return withObject(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: small\n  ${metadata}\n${data}\n`);
}

function withKey(field: string, key: string): Files {
  return map(`${field}: { ${JSON.stringify(key)}: "1" }`);
}

function withEntry(key: string, field = "data"): Files {
  return map("labels: {}", `${field}: { ${JSON.stringify(key)}: aGk= }`);
}

function hosts(rule: string, tls = "web.example.com"): Files {
  return edited(
    objects,
    "  rules:\n    - host: web.example.com\n",
    `  tls: [{ hosts: [${JSON.stringify(tls)}] }]\n  rules:\n    - host: ${JSON.stringify(rule)}\n`,
  );
}

function ports(text: string): Files {
  return edited(objects, "    - port: 80\n      targetPort: http\n", text);
}

describe("rule invalid-key", () => {
  breaking([
    ...["two words", "/name", "a/b/c", "Example.com/a", "-a", "a.", "a/", "n".repeat(64), "a_b/c"].map((key) => ({
      ...added,
      title: `the label key "${key}"`,
      files: withKey("labels", key),
      message: /the key ".*" of a label is none that Kubernetes accepts: at most 63 letters/,
    })),
    ...["two words", "/name", "a/b/c", "-a", "n".repeat(64), `${"p".repeat(254)}/a`].map((key) => ({
      ...added,
      title: `the annotation key "${key}"`,
      files: withKey("annotations", key),
      message: /the key ".*" of an annotation is none that Kubernetes accepts/,
    })),
    {
      ...added,
      title: "an annotation key of a pod template",
      path: deployment,
      resource: "Deployment web/web",
      files: edited(deployment, "    metadata:\n", '    metadata:\n      annotations: { a b: "1" }\n'),
      message: /the key "a b" of an annotation of the pod template is none/,
    },
    ...["a/b", "a b", "ä", ".", "..", "..a", "k".repeat(254)].map((key) => ({
      ...added,
      title: `the entry "${key}"`,
      files: withEntry(key),
      message: /the key ".*" of data is none that Kubernetes accepts: at most 253 letters/,
    })),
    {
      ...added,
      title: "an entry of binaryData",
      files: withEntry("a/b", "binaryData"),
      message: /the key "a\/b" of binaryData is none/,
    },
    {
      ...added,
      title: "more than one mebibyte",
      files: map("labels: {}", `data: { a: ${"x".repeat(mebibyte)}, b: z }`),
      message: /holds 1048577 bytes of data, and Kubernetes stores at most 1048576 \(1 MiB\); split it/,
    },
    {
      ...added,
      title: "more than one mebibyte of bytes, not of characters",
      files: map("labels: {}", `data: { a: ${"ä".repeat(mebibyte / 2)}, b: z }`),
      message: /holds 1048577 bytes/,
    },
    ...["Web.example.com", "https://web.example.com", "web.example.com:80", "a.*.com", "*", "*a.com", "10.0.0.1"].map(
      (host) => ({
        ...ingress,
        title: `the host ${host}`,
        files: hosts(host),
        message: /the host ".*" is no host name: lower case letters, digits, - and \., without scheme/,
      }),
    ),
    {
      ...ingress,
      title: "the host of a certificate",
      files: hosts("web.example.com", "web_1.example.com"),
      message: /the host "web_1.example.com" is no host name/,
    },
    ...[0, 65536].map((port) => ({
      ...service,
      title: `the port ${port}`,
      files: ports(`    - port: ${port}\n`),
      message: /the port \d+ is none; use a number from 1 to 65535/,
    })),
    {
      ...service,
      title: "a port twice",
      files: ports("    - { name: a, port: 80 }\n    - { name: b, port: 80, protocol: TCP }\n"),
      message: /has the port 80\/TCP more than once; give each its own number or protocol/,
    },
    {
      ...service,
      title: "two ports, one without a name",
      files: ports("    - { name: a, port: 80 }\n    - { port: 81 }\n"),
      message: /the port 81\/TCP has no name, which a Service with more than one needs; set name/,
    },
  ]);
  passing([
    ...["a", "A.b_c-D", "app.kubernetes.io/name", "n".repeat(63), `${"p".repeat(253)}/a`, "1/2"].map((key) => ({
      title: `the label key ${key}`,
      files: withKey("labels", key),
    })),
    { title: "an annotation key in capitals", files: withKey("annotations", "Example.com/Key") },
    ...["a", ".env", "_", "-", "A.b_c-D", "a..b", "k".repeat(253)].map((key) => ({
      title: `the entry ${key}`,
      files: withEntry(key),
    })),
    { title: "one mebibyte", files: map("labels: {}", `data: { a: ${"x".repeat(mebibyte)} }`) },
    {
      title: "one mebibyte, longer in base64",
      files: map("labels: {}", `binaryData: { a: ${Buffer.alloc(mebibyte).toString("base64")} }`),
    },
    ...["web", "*.example.com", "1.example.com", ""].map((host) => ({ title: `the host ${host}`, files: hosts(host) })),
    { title: "a key that waits for a variable", files: substituted(withKey("annotations", "${v}/a")) },
    { title: "an entry that waits for a variable", files: substituted(withEntry("a${v}")) },
    {
      title: "data of which the length waits for a variable",
      files: substituted(map("labels: {}", `data: { a: "\${v}${"x".repeat(mebibyte)}" }`)),
    },
    { title: "hosts that wait for a variable", files: substituted(hosts("${v}.example.com", "${v}")) },
    { title: "a wildcard certificate", files: hosts("web.example.com", "*.example.com") },
    ...[1, 65535].map((port) => ({ title: `the port ${port} of a Service`, files: ports(`    - port: ${port}\n`) })),
    {
      title: "one number in two protocols",
      files: ports("    - { name: a, port: 53 }\n    - { name: b, port: 53, protocol: UDP }\n"),
    },
  ]);
});
