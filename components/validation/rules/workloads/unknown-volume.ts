import { describeObject } from "../../../model/object";
import { mappingsAt, stringAt } from "../../read/fields";
import { containersOf, podTemplate } from "../../read/pods";
import { knownNames } from "../../../model/report/closest";
import type { EnvironmentRule } from "../../rule";

/** The API server refuses a mount without its volume. */
export const unknownVolume: EnvironmentRule = {
  code: "unknown-volume",
  scope: "environment",
  about: "every volume that a container mounts is one of its pod's",
  check({ objects }) {
    return objects.flatMap(({ object, origin }) => {
      const template = podTemplate(object);
      if (template === undefined) return [];
      const claims = mappingsAt(object, "spec", "volumeClaimTemplates").map((claim) =>
        stringAt(claim, "metadata", "name"),
      );
      const volumes = [
        ...mappingsAt(template, "spec", "volumes").map((volume) => stringAt(volume, "name")),
        ...claims,
      ].filter((name) => name !== undefined);
      return containersOf(template).flatMap((container) =>
        mappingsAt(container, "volumeMounts").flatMap((mount) => {
          const name = stringAt(mount, "name") ?? "";
          if (volumes.includes(name)) return [];
          const message = `container ${stringAt(container, "name") ?? "?"} mounts the volume "${name}", which the pod does not have; its volumes: ${knownNames(volumes, name)}`;
          return [{ path: origin, resource: describeObject(object), message, parts: [name] }];
        }),
      );
    });
  },
};
