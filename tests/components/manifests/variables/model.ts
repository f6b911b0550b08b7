import {
  configMap,
  defineApp,
  defineMonorepo,
  defineVariables,
  deployment,
  environment,
  overlay,
  sealedSecret,
  secretKey,
  type OverlayOptions,
} from "../../../../components/model/authoring";
import type { MonorepoModel } from "../../../../components/model/environment";

export const variables = defineVariables({ address: "ip", host: "hostname", size: "number" });

const labels = { app: "web" };

/** An app with a script of its own, and a container that overlays give variables to. */
export const web = defineApp("web", {
  deployment: deployment({
    metadata: { name: "web", labels },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "web", image: "docker.io/library/web:1", args: ["--fast"] }] },
      },
    },
  }),
  script: configMap({ metadata: { name: "script" }, data: { "run.sh": "#!/bin/sh\necho ${HOME}\n", plain: "a" } }),
});

type Options = OverlayOptions<typeof web.resources>;

/** Options that put texts into the environment of the container. */
export function withEnv(values: Readonly<Record<string, string>>): Options {
  const env = Object.entries(values).map(([name, value]) => ({ name, value }));
  return { patches: { deployment: { spec: { template: { spec: { containers: [{ name: "web", env }] } } } } } };
}

/** Staging runs the app as given, in a layer that comes after an empty one; production runs it as it is. */
export function modelWith(options: Options, declared = variables): MonorepoModel {
  const recipient = `age1${"q".repeat(58)}`;
  const settings = { fluxVersion: "v2.9.5", ageRecipients: [recipient] };
  const staging = environment("staging", settings, (layer) => {
    const first = layer("first", { folder: "infrastructure", overlays: [] });
    const add = { token: sealedSecret({ TOKEN: secretKey("token") }), ...options.add };
    const overlays = [overlay(web, { namespace: "web", ...options, add })];
    return [first, layer("apps", { folder: "apps", overlays, dependsOn: [first] })];
  });
  const production = environment("production", settings, (layer) => [
    layer("apps", { folder: "apps", overlays: [overlay(web, { namespace: "web" })] }),
  ]);
  return defineMonorepo({ environments: { staging, production }, variables: declared });
}
