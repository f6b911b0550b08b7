import { describeObject } from "../../../model/object";
import { type Mapping, mappingAt, mappingsAt, stringAt } from "../../read/fields";
import { containersOf, podTemplate } from "../../read/pods";
import { knownNames } from "../../../model/report/closest";
import type { EnvironmentRule } from "../../rule";

const probes = ["livenessProbe", "readinessProbe", "startupProbe"] as const;

/** A probe of a port that has no such name fails for ever. */
export const unknownProbePort: EnvironmentRule = {
  code: "unknown-probe-port",
  scope: "environment",
  about: "every port that a probe names is one of its container's",
  check({ objects }) {
    return objects.flatMap(({ object, origin }) => {
      const template = podTemplate(object);
      if (template === undefined) return [];
      return containersOf(template).flatMap((container) =>
        unknownPorts(container).map(({ message, port }) => ({
          path: origin,
          resource: describeObject(object),
          message,
          parts: [port],
        })),
      );
    });
  },
};

function unknownPorts(container: Mapping): readonly { readonly message: string; readonly port: string }[] {
  const names = mappingsAt(container, "ports").flatMap((port) => stringAt(port, "name") ?? []);
  return probes.flatMap((probe) =>
    ["httpGet", "tcpSocket"].flatMap((action) => {
      const port = stringAt(mappingAt(container, probe, action), "port");
      if (port === undefined || names.includes(port)) return [];
      const message = `${probe} of container ${stringAt(container, "name") ?? "?"} asks the port "${port}", which the container does not have; its ports: ${knownNames(names, port)}`;
      return [{ message, port }];
    }),
  );
}
