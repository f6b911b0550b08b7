import { type Mapping, mappingAt } from "../../../validation/read/fields";
import { each, filled, within, without } from "./filled";
import { podTemplate } from "./pod";
import { likeResources } from "./quantities";

/** `spec` of a Deployment. */
export function deploymentSpec(spec: Mapping): Mapping {
  const defaults = { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600, strategy: {} };
  const own = without(filled(spec, defaults), { paused: false, minReadySeconds: 0 });
  const strategy = (value: Mapping): Mapping => rolling(value, { maxUnavailable: "25%", maxSurge: "25%" });
  return within(within(own, "strategy", strategy), "template", podTemplate);
}

/** `spec` of a StatefulSet. */
export function statefulSetSpec(spec: Mapping): Mapping {
  const retention = { whenDeleted: "Retain", whenScaled: "Retain" };
  const defaults: Mapping = {
    podManagementPolicy: "OrderedReady",
    replicas: 1,
    revisionHistoryLimit: 10,
    updateStrategy: {},
    persistentVolumeClaimRetentionPolicy: {},
  };
  let own = without(filled(spec, defaults), { minReadySeconds: 0 });
  own = within(own, "persistentVolumeClaimRetentionPolicy", (value) => filled(value, retention));
  own = within(own, "updateStrategy", (value) => rolling(value, { partition: 0 }));
  own = each(own, "volumeClaimTemplates", (claim) =>
    within(filled(claim, { apiVersion: "v1", kind: "PersistentVolumeClaim" }), "spec", claimSpec),
  );
  return within(own, "template", podTemplate);
}

/** `spec` of a DaemonSet. */
export function daemonSetSpec(spec: Mapping): Mapping {
  const own = without(filled(spec, { revisionHistoryLimit: 10, updateStrategy: {} }), { minReadySeconds: 0 });
  const strategy = (value: Mapping): Mapping => rolling(value, { maxUnavailable: 1, maxSurge: 0 });
  return within(within(own, "updateStrategy", strategy), "template", podTemplate);
}

/** `spec` of a Job. */
export function jobSpec(spec: Mapping): Mapping {
  const single = spec.completions === undefined && spec.parallelism === undefined ? { completions: 1 } : {};
  const defaults: Mapping = {
    ...single,
    ...{ parallelism: 1, backoffLimit: 6, completionMode: "NonIndexed" },
    ...{ suspend: false, podReplacementPolicy: "TerminatingOrFailed" },
  };
  return within(filled(spec, defaults), "template", podTemplate);
}

/** `spec` of a CronJob; the Jobs that it makes get their own defaults later. */
export function cronJobSpec(spec: Mapping): Mapping {
  const defaults: Mapping = {
    concurrencyPolicy: "Allow",
    suspend: false,
    ...{ successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
  };
  return within(filled(spec, defaults), "jobTemplate", (template) =>
    within(template, "spec", (job) => within(job, "template", podTemplate)),
  );
}

/** `spec` of a PersistentVolumeClaim. */
export function claimSpec(spec: Mapping): Mapping {
  return within(filled(spec, { volumeMode: "Filesystem" }), "resources", likeResources);
}

function rolling(strategy: Mapping, defaults: Mapping): Mapping {
  const own = filled(strategy, { type: "RollingUpdate" });
  if (own.type !== "RollingUpdate") return own;
  return { ...own, rollingUpdate: filled(mappingAt(own, "rollingUpdate"), defaults) };
}
