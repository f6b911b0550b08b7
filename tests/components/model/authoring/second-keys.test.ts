import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import { parseManifests } from "../../../../components/manifests/yaml";
import { defineApp, overlay, service } from "../../../../components/model/authoring";
import type { Overlay } from "../../../../components/model/overlay";
import { resolveTool } from "../../../../tools/resolve";

interface Port {
  readonly port: number;
  readonly name?: string;
  readonly protocol?: "TCP" | "UDP";
  readonly targetPort?: number;
}

function patched(base: readonly Port[], patch: readonly Port[]): Overlay {
  const app = defineApp("app", { service: service({ metadata: { name: "app" }, spec: { ports: [...base] } }) });
  return overlay(app, { patches: { service: { spec: { ports: patch } } } });
}

/** What kustomize builds from one object and one patch of it. */
function build(kustomize: string, { app, patches }: Overlay): unknown {
  const folder = mkdtempSync(join(tmpdir(), "second-keys-"));
  try {
    const base = app.resources["service"];
    const files = { "base.json": base, "patch.json": { ...base, ...patches["service"] } };
    const kustomization = { resources: ["base.json"], patches: [{ path: "patch.json" }] };
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries({ ...files, "kustomization.yaml": kustomization })) {
      writeFileSync(join(folder, name), JSON.stringify(content));
    }
    const [built] = parseManifests(execFileSync(kustomize, ["build", folder], { encoding: "utf8" }));
    return (built as { spec: { ports: unknown } }).spec.ports;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("patches of ports", function () {
  this.timeout(60_000);
  const cases: readonly (readonly [string, readonly Port[], readonly Port[], readonly Port[]])[] = [
    [
      "reach a port whose protocol only the base writes",
      [{ port: 80, name: "http", protocol: "TCP" }],
      [{ port: 80, name: "web" }],
      [{ port: 80, name: "web", protocol: "TCP" }],
    ],
    [
      "reach a port whose protocol only the patch writes",
      [{ port: 80, name: "http" }],
      [{ port: 80, name: "web", protocol: "TCP" }],
      [{ port: 80, name: "web" }],
    ],
    [
      "reach one of two ports of one number",
      [
        { port: 53, name: "dns", protocol: "TCP" },
        { port: 53, name: "dns-udp", protocol: "UDP" },
      ],
      [{ port: 53, protocol: "UDP", targetPort: 5353 }],
      [
        { port: 53, name: "dns-udp", protocol: "UDP", targetPort: 5353 },
        { port: 53, name: "dns", protocol: "TCP" },
      ],
    ],
    [
      "add a port",
      [{ port: 80, name: "http", protocol: "TCP" }],
      [{ port: 90, name: "admin" }],
      [
        { port: 90, name: "admin" },
        { port: 80, name: "http", protocol: "TCP" },
      ],
    ],
  ];
  for (const [name, base, patch, expected] of cases) {
    it(name, async () => {
      const { path } = await resolveTool("kustomize");
      const written = patched(base, patch);
      assert.equal(written.faults, undefined);
      const sorted = (ports: unknown): unknown =>
        new Set((ports as readonly Port[]).map((port) => JSON.stringify(Object.entries(port).sort())));
      assert.deepEqual(sorted(build(path, written)), sorted(expected));
    });
  }

  it("are refused where they could mean two ports", () => {
    const both: readonly Port[] = [
      { port: 53, name: "dns", protocol: "TCP" },
      { port: 53, name: "dns-udp", protocol: "UDP" },
    ];
    assert.deepEqual(
      patched(both, [{ port: 53, targetPort: 1 }]).faults?.map(({ code }) => code),
      ["ambiguous-patch-entry"],
    );
  });
});
