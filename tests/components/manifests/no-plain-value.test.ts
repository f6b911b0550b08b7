import assert from "node:assert/strict";
import { render } from "../../../components/manifests/render";
import {
  configMap,
  defineApp,
  defineMonorepo,
  environment,
  overlay,
  type OverlayOptions,
} from "../../../components/model/authoring";
import { formatIssues } from "../../../components/model/issue";
import { gather } from "../../../components/model/report/gather";

const then = new Date(0) as unknown as string;

const web = defineApp("web", {
  config: configMap({ metadata: { name: "web" }, data: { since: then } }),
  settings: configMap({ metadata: { name: "settings" }, data: { a: "b" } }),
});

const options: OverlayOptions<(typeof web)["resources"]> = {
  patches: { settings: { data: { until: then } } },
  add: { extra: configMap({ metadata: { name: "extra" }, data: { count: 3n as unknown as string } }) },
};

describe("a value that YAML cannot hold", () => {
  it("is told with its file, its object and its field, and hides nothing else", () => {
    const model = defineMonorepo({
      environments: {
        staging: environment("staging", { fluxVersion: "v2.9.5", ageRecipients: [] }, (layer) => [
          layer("apps", { folder: "apps", overlays: [overlay(web, options)] }),
        ]),
      },
    });
    const { value: tree, issues } = gather(() => render({ model, clusters: {} }));
    assert.equal(
      formatIssues(issues),
      [
        "apps/base/web/config.yaml (ConfigMap web): data.since: an instance of Date is no plain value. Write it as text, a number, true, false, a list or a map. [no-plain-value]",
        "apps/staging/web/extra.yaml (ConfigMap extra): data.count: a bigint is no YAML value. Write it as text, a number, true, false, a list or a map. [no-plain-value]",
        "apps/staging/web/settings-patch.yaml (ConfigMap settings): data.until: an instance of Date is no plain value. Write it as text, a number, true, false, a list or a map. [no-plain-value]",
        "3 problems",
      ].join("\n"),
    );
    assert.ok(tree?.has("apps/base/web/config.yaml"));
  });
});
