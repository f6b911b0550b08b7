import type { Resources } from "../../app";
import type { Environment, Layer, MonorepoModel } from "../../environment";
import { partsOf, variablesOf, variablesOfLayer, variableUse, type VariableUse } from "../../flux/variable-use";
import { quoteVariable, substituteAnnotation, variableTypes, type VariableTypes } from "../../flux/variables";
import type { Fault, Issue } from "../../issue";
import { listNames } from "../names";

/** What is wrong with the declared variables, and with texts that Flux would take for variables. */
export function variableIssues(types: VariableTypes, { environments }: MonorepoModel): readonly Issue[] {
  const all = Object.values(environments);
  const used = new Set(all.flatMap(variablesOf));
  const declaration = (fault: Fault): Issue => ({ ...fault, path: "stacks/cluster/variables.ts" });
  const declarations = Object.entries(types).flatMap(([name, type]) => declarationFaults(name, type, used.has(name)));
  return [
    ...declarations.map(declaration),
    ...all.flatMap((environment) => environmentIssues(types, environment)),
    ...baseIssues(types, all),
  ];
}

/** A base is one text for all, but a doubled dollar is one where Flux puts variables in, and two elsewhere. */
function baseIssues(types: VariableTypes, environments: readonly Environment[]): readonly Issue[] {
  const bases = new Map<
    string,
    { readonly resources: Resources; readonly with: string[]; readonly without: string[] }
  >();
  for (const { name, layers } of environments) {
    for (const layer of layers) {
      const kind = variablesOfLayer(layer, types).size > 0 ? "with" : "without";
      for (const { app } of layer.overlays) {
        const path = `${layer.folder}/base/${app.name}`;
        const base = bases.get(path) ?? { resources: app.resources, with: [], without: [] };
        base[kind].push(name);
        bases.set(path, base);
      }
    }
  }
  return [...bases].flatMap(([path, base]) =>
    base.with.length === 0 || base.without.length === 0
      ? []
      : Object.entries(base.resources)
          .filter(([, object]) => isDivided(variableUse(object, types)))
          .map(([resource]) => ({
            code: "divided-dollar",
            path,
            resource,
            message: `has $$, which Flux writes as one $ in ${listNames(base.with)}, where the layer has variables, and leaves as two in ${listNames(base.without)}, where it has none. Say it in the overlays, or set the annotation ${substituteAnnotation}: disabled on the object and write one $.`,
          })),
  );
}

/** A script without variables is kept from substitution everywhere. */
function isDivided({ escapes, optsOut, script, variables }: VariableUse): boolean {
  return escapes && !optsOut && !(script && variables.size === 0);
}

function declarationFaults(name: string, type: string, used: boolean): readonly Fault[] {
  const fault = (code: string, message: string): readonly Fault[] => [{ code, resource: name, message }];
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || name === quoteVariable)
    return fault("malformed-name", `"${name}" is no name of a variable: letters, digits and underscores, not "quote".`);
  if (!variableTypes.some((known) => known === type))
    return fault("unknown-type", `"${type}" is no type. Known: ${listNames(variableTypes)}.`);
  return used ? [] : fault("unused-variable", `no environment uses ${name}. Use it, or take the declaration away.`);
}

function environmentIssues(types: VariableTypes, { name, layers }: Environment): readonly Issue[] {
  return layers
    .filter((layer) => variablesOfLayer(layer, types).size > 0)
    .flatMap((layer) =>
      layer.overlays.flatMap((overlay) =>
        Object.entries(partsOf(overlay)).flatMap(([resource, parts]) => {
          const path = `${layer.folder}/${name}/${overlay.app.name}`;
          const faults = useFaults(variableUse(parts, types), { layer, types });
          return faults.map((fault) => ({ ...fault, path, resource }));
        }),
      ),
    );
}

function useFaults(use: VariableUse, { layer, types }: { layer: Layer; types: VariableTypes }): readonly Fault[] {
  const { variables, strange, halved, script, optsOut } = use;
  const using = listNames(variables);
  if (optsOut && variables.size > 0) {
    const message = `uses ${using}, but its annotation ${substituteAnnotation} keeps Flux from putting values in.`;
    return [{ code: "mixed-variables", message }];
  }
  if (optsOut) return [];
  const dollars = [...new Set(halved)].map((text) => ({
    code: "halved-dollar",
    message: `Flux puts variables into layer "${layer.name}", and writes $$ in "${text}" as one $. Write $$$$ for two, or set the annotation ${substituteAnnotation}: disabled on the object.`,
  }));
  const unknown = [...new Set(strange)].map((text) => ({
    code: "undeclared-variable",
    message: `Flux puts variables into layer "${layer.name}", and "${text}" is none of them. Known: ${listNames(Object.keys(types))}. Write $${text} to have it left alone.`,
  }));
  if (!script || variables.size === 0) return [...unknown, ...dollars];
  const message = `uses ${using} beside a script with \${…} of its own. Write $\${…} in the script, or put it into an object of its own.`;
  return [...unknown, ...dollars, { code: "mixed-variables", message }];
}
