import * as pulumi from "@pulumi/pulumi";
import { deliver, type DeliveryOutputs } from "./components/delivery";
import { prepareRun } from "./components/program/prepare";
import type { Report } from "./tools/report";

/** Progress stands in the engine's status line and leaves no trace. */
const report: Report = {
  note: (line) => void pulumi.log.info(line, undefined, undefined, true),
  step: (label, work) => (report.note(label), work()),
};

/** The Pulumi program: configuration → plan → judge → resources. */
export = async function program(): Promise<DeliveryOutputs> {
  const prepared = await prepareRun({
    stack: pulumi.getStack(),
    config: pulumi.runtime.allConfig(),
    preview: pulumi.runtime.isDryRun(),
    projectDir: __dirname,
    report,
  });
  return deliver(prepared);
};
