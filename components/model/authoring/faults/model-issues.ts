import { isDeepStrictEqual } from "node:util";
import type { App } from "../../app";
import type { Environment, MonorepoModel } from "../../environment";
import type { Issue } from "../../issue";
import { isSealedSecret } from "../../sealed-secret";
import { isLabel } from "../names";
import { layerIssues } from "./layer-graph";

const recipient = /^age1[02-9ac-hj-np-z]{58}$/;

/** Everything that is wrong with a model, before anything is rendered. */
export function modelIssues(model: MonorepoModel): readonly Issue[] {
  const environments = Object.entries(model.environments);
  return [
    ...environments.flatMap(([key, environment]) => [
      ...nameIssues(key, environment),
      ...recipientIssues(environment),
      ...layerIssues(environment),
      ...overlayIssues(environment),
    ]),
    ...baseIssues(Object.values(model.environments)),
  ];
}

function nameIssues(key: string, { name }: Environment): readonly Issue[] {
  const path = `clusters/${name}`;
  if (key !== name)
    return [
      {
        code: "environment-name",
        path,
        message: `the environment "${name}" stands under the key "${key}". Use one name.`,
      },
    ];
  if (isLabel(name) && name !== "base") return [];
  return [
    {
      code: "malformed-name",
      path,
      message: `"${name}" is no name of an environment: lower-case letters, digits and dashes, not "base".`,
    },
  ];
}

function recipientIssues({ name, ageRecipients, layers }: Environment): readonly Issue[] {
  const path = `clusters/${name}`;
  const malformed = ageRecipients
    .filter((key) => !recipient.test(key))
    .map((key) => ({
      code: "malformed-recipient",
      path,
      message: `"${key}" is no public age recipient: it begins with age1 and has 62 characters.`,
    }));
  const seals = layers.some(({ overlays }) => overlays.some(({ add }) => Object.values(add).some(isSealedSecret)));
  if (!seals || ageRecipients.length > 0) return malformed;
  return [
    {
      code: "no-recipient",
      path,
      message: `${name} has sealed secrets but no age recipient. Add one to stacks/recipients.ts.`,
    },
  ];
}

function overlayIssues(environment: Environment): readonly Issue[] {
  return environment.layers.flatMap((layer) => {
    const seen = new Set<string>();
    return layer.overlays.flatMap(({ app, faults = [] }) => {
      const twice = seen.has(app.name);
      seen.add(app.name);
      if (!twice && faults.length === 0) return [];
      const path = `${layer.folder}/${environment.name}/${app.name}`;
      const message = `layer "${layer.name}" has two overlays of the app "${app.name}". Merge them, or name one app differently.`;
      return [
        ...faults.map((fault) => ({ ...fault, path })),
        ...(twice ? [{ code: "duplicate-app", path, message }] : []),
      ];
    });
  });
}

/** The base of an app is one folder for all environments, so they must mean the same app. */
function baseIssues(environments: readonly Environment[]): readonly Issue[] {
  const bases = new Map<string, { app: App; environment: string }>();
  const found: Issue[] = [];
  for (const { name: environment, layers } of environments) {
    for (const { folder, overlays } of layers) {
      for (const { app } of overlays) {
        const path = `${folder}/base/${app.name}`;
        const first = bases.get(path);
        if (first === undefined) {
          bases.set(path, { app, environment });
          found.push(...(app.faults ?? []).map((fault) => ({ ...fault, path })));
        } else if (first.app !== app && !isDeepStrictEqual(first.app, app)) {
          const message = `${first.environment} and ${environment} mean different apps by "${app.name}". Share one defineApp, or name one differently.`;
          found.push({ code: "different-base", path, message });
        }
      }
    }
  }
  return found;
}
