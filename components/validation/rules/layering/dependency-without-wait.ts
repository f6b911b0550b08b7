import { describeObject } from "../../../model/object";
import { at } from "../../read/fields";
import { dependenciesOf, waits } from "../../read/flux";
import type { EnvironmentRule } from "../../rule";

/** Without `wait` a dependency counts as met once it is applied, whether or not it works. */
export const dependencyWithoutWait: EnvironmentRule = {
  code: "dependency-without-wait",
  scope: "environment",
  about: "a layer that another depends on waits until it is ready, within a timeout",
  check({ layers }) {
    const byKey = new Map(layers.map((layer) => [layer.key, layer]));
    return layers.flatMap(({ kustomization, name }) =>
      (kustomization === undefined ? [] : dependenciesOf(kustomization)).flatMap((dependency) => {
        const found = byKey.get(`${dependency.namespace}/${dependency.name}`);
        if (found?.kustomization === undefined) return [];
        const finding = (message: string) => [
          {
            path: found.origin,
            resource: describeObject(found.kustomization ?? { apiVersion: "", kind: "", metadata: { name } }),
            message,
          },
        ];
        if (!waits(found.kustomization))
          return finding(`layer ${name} depends on it, but it does not wait until it is ready; set spec.wait: true`);
        return at(found.kustomization, "spec", "timeout") === undefined
          ? finding(`layer ${name} depends on it, but its wait has no end; set spec.timeout`)
          : [];
      }),
    );
  },
};
