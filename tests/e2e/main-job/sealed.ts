import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "mocha";
import { startFolders } from "../../../cli/start/folders";
import type { Sides } from "./sides";

/** A value of the configuration changes, and goes back. */
export function sealedValueTest(the: () => Sides): void {
  it("a preview names the Secret whose sealed value changes, and no value", async () => {
    const { checkout, stack } = the();
    const key = "secrets.grafanaAdminPassword";
    const set = (value: string): ReturnType<typeof stack.staging> =>
      stack.staging("config", "set", "--secret", "--path", key, value);
    assert.equal((await set("canary-of-the-preview")).status, 0);
    const { status, output } = await stack.staging("preview");
    assert.equal((await set(grafanaPassword(checkout.root))).status, 0);
    assert.equal(status, 0, output);
    assert.match(
      output,
      /staging: 1 Secret changes by sealed values, which are not shown\n +~ Secret monitoring\/grafana-admin/,
    );
    assert.equal(output.includes("canary-of-the-preview"), false);
  });
}

/** What `npm start` has drawn for staging. */
export function grafanaPassword(root: string): string {
  const values: unknown = JSON.parse(readFileSync(startFolders(root).secrets("staging"), "utf8"));
  assert.ok(typeof values === "object" && values !== null && "grafanaAdminPassword" in values);
  return String(values.grafanaAdminPassword);
}
