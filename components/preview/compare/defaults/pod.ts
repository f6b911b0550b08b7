import { imageParts } from "../../../model/authoring/image";
import type { Mapping } from "../../../validation/read/fields";
import { each, filled, within, without } from "./filled";
import { likeQuantity, likeResources } from "./quantities";

const podDefaults: Mapping = {
  restartPolicy: "Always",
  terminationGracePeriodSeconds: 30,
  dnsPolicy: "ClusterFirst",
  schedulerName: "default-scheduler",
  securityContext: {},
};

/** `spec` of a pod or of a pod template. */
export function podSpec(spec: Mapping): Mapping {
  const account = spec.serviceAccountName ?? spec.serviceAccount;
  const named = account === undefined || account === "" ? {} : { serviceAccountName: account, serviceAccount: account };
  const own = {
    ...without(filled(spec, podDefaults), { hostNetwork: false, hostPID: false, hostIPC: false }),
    ...named,
  };
  return ["containers", "initContainers", "ephemeralContainers"].reduce<Mapping>(
    (pod, field) => each(pod, field, container),
    each(own, "volumes", volume),
  );
}

/** `template` of a workload. */
export function podTemplate(template: Mapping): Mapping {
  return within(template, "spec", podSpec);
}

function container(value: Mapping): Mapping {
  const defaults: Mapping = {
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    imagePullPolicy: pullPolicy(value.image),
    resources: {},
  };
  let own = without(filled(value, defaults), { stdin: false, stdinOnce: false, tty: false });
  own = within(own, "resources", likeResources);
  own = each(own, "ports", (port) => without(filled(port, { protocol: "TCP" }), { hostPort: 0, name: "" }));
  own = each(own, "env", variable);
  own = each(own, "volumeMounts", (mount) => without(mount, { readOnly: false, subPath: "" }));
  for (const name of ["livenessProbe", "readinessProbe", "startupProbe"]) own = within(own, name, probe);
  return within(own, "lifecycle", (lifecycle) =>
    ["postStart", "preStop"].reduce<Mapping>((hooks, name) => within(hooks, name, handler), lifecycle),
  );
}

function pullPolicy(image: unknown): string {
  if (typeof image !== "string") return "IfNotPresent";
  const { tag, digest } = imageParts(image);
  return digest === undefined && (tag === undefined || tag === "latest") ? "Always" : "IfNotPresent";
}

function variable(value: Mapping): Mapping {
  const source = (from: Mapping): Mapping => within(from, "fieldRef", fieldRef);
  return within(without(value, { value: "" }), "valueFrom", source);
}

function fieldRef(value: Mapping): Mapping {
  return filled(value, { apiVersion: "v1" });
}

function probe(value: Mapping): Mapping {
  const defaults = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
  return handler(without(filled(value, defaults), { initialDelaySeconds: 0 }));
}

function handler(value: Mapping): Mapping {
  const own = within(value, "httpGet", (get) => filled(get, { path: "/", scheme: "HTTP" }));
  return within(own, "grpc", (grpc) => filled(grpc, { service: "" }));
}

function volume(value: Mapping): Mapping {
  const mode = (source: Mapping): Mapping => filled(source, { defaultMode: 420 });
  const items = (source: Mapping): Mapping => each(source, "items", (item) => within(item, "fieldRef", fieldRef));
  const part = (source: Mapping): Mapping =>
    within(
      within(source, "serviceAccountToken", (token) => filled(token, { expirationSeconds: 3600 })),
      "downwardAPI",
      items,
    );
  let own = within(within(value, "secret", mode), "configMap", mode);
  own = within(own, "downwardAPI", (source) => items(mode(source)));
  own = within(own, "projected", (source) => each(mode(source), "sources", part));
  own = within(own, "hostPath", (source) => filled(source, { type: "" }));
  const isBare = Object.keys(own).length === 1;
  if (isBare) return { ...own, emptyDir: {} };
  return within(own, "emptyDir", (source) =>
    without("sizeLimit" in source ? { ...source, sizeLimit: likeQuantity(source.sizeLimit) } : source, { medium: "" }),
  );
}
