import { writeFileSync } from "node:fs";
import { reporters, type MochaOptions, type Runner } from "mocha";

/** Mocha's usual report, which also leaves its counts as JSON in the file that TEST_COUNTS names. */
class CountingReporter extends reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const file = process.env["TEST_COUNTS"];
    runner.once("end", () => {
      const { passes, failures, pending } = this.stats;
      if (file !== undefined)
        writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
}

export = CountingReporter;
