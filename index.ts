import * as pulumi from "@pulumi/pulumi";
import { deliver, type DeliveryOutputs } from "./components/delivery";
import { prepareRun } from "./components/program/prepare";
import { refuse } from "./components/refusal";
import type { Report } from "./tools/report";

/** Progress stands in the engine's status line and leaves no trace. */
const report: Report = {
  note: (line) => void pulumi.log.info(line, undefined, undefined, true),
  step: (label, work) => (report.note(label), work()),
};

async function run(): Promise<DeliveryOutputs> {
  const prepared = await prepareRun({
    stack: pulumi.getStack(),
    config: pulumi.runtime.allConfig(),
    preview: pulumi.runtime.isDryRun(),
    projectDir: __dirname,
    report,
    tell: (text) => void pulumi.log.info(text),
  });
  return deliver(prepared);
}

/** The Pulumi program: configuration → plan → judge → resources. */
export = (): Promise<DeliveryOutputs> => run().catch(refuse);
