import { defineApp, priorityClass } from "../../components/model/authoring";

/** Which pods stay when a node runs short: apps name one of these, so they must exist before any app. */
export const priorityClasses = defineApp("priority-classes", {
  critical: priorityClass({
    metadata: { name: "homelab-critical" },
    value: 100_000,
    description: "What keeps the homelab reachable.",
  }),
  standard: priorityClass({
    metadata: { name: "homelab-standard" },
    value: 10_000,
    description: "Apps that people use.",
  }),
});
