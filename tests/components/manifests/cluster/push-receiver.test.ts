import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseManifests } from "../../../../components/manifests/yaml";
import { render } from "../../../../components/manifests/render";
import { clusterSettings, fixtureModel, miniatureRelease } from "../fixture";

const path = "clusters/staging/receiver.yaml";

function rendered(receiver: { readonly receiverSecret?: string }): string | undefined {
  const staging = { settings: { ...clusterSettings, ...receiver }, release: miniatureRelease() };
  const file = render({ model: fixtureModel(), clusters: { staging } }).get(path);
  return file?.kind === "text" ? file.content : undefined;
}

describe("the Receiver of GitHub's notices", () => {
  it("is there where a token is, and makes Flux fetch the repository", () => {
    assert.deepEqual(parseManifests(rendered({ receiverSecret: "github-receiver" }) ?? ""), [
      {
        apiVersion: "notification.toolkit.fluxcd.io/v1",
        kind: "Receiver",
        metadata: { name: "github", namespace: "flux-system" },
        spec: {
          type: "github",
          events: ["ping", "push"],
          secretRef: { name: "github-receiver" },
          resources: [{ apiVersion: "source.toolkit.fluxcd.io/v1", kind: "GitRepository", name: "flux-system" }],
        },
      },
    ]);
  });

  it("is left out otherwise", () => {
    assert.equal(rendered({}), undefined);
  });
});
