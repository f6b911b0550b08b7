import { rmSync } from "node:fs";
import { callEngine, type Engine } from "./engine";
import { readIfPresent } from "./folders";

/** What one `pulumi up` did. */
export interface Update {
  /** Whether anything but the stack's outputs was created, changed or deleted. */
  readonly changed: boolean;
}

/** Runs `pulumi up`; what it prints goes to the terminal. @throws with the engine's own reason when it fails. */
export async function update(engine: Engine, project: string): Promise<Update> {
  const { folders, environment } = engine;
  const events = folders.events(environment);
  rmSync(events, { force: true });
  const quiet = ["--suppress-progress", "--suppress-outputs", "--suppress-permalink=true"];
  const args = ["up", "--yes", "--skip-preview", ...quiet];
  const where = ["--stack", environment, "--config-file", folders.stackFile(environment), "--event-log", events];
  const { status, stderr } = await callEngine(engine, { args: [...args, ...where], cwd: project, show: true });
  const log = readEvents(events);
  rmSync(events, { force: true });
  if (status === 0) return { changed: hasChanges(log) };
  const reason = firstError(log) ?? /^error: (.+)$/m.exec(stderr)?.[1] ?? `pulumi ended with status ${status}`;
  throw new Error(`The update of ${environment} failed: ${reason}`);
}

type Events = readonly Readonly<Record<string, unknown>>[];

function readEvents(path: string): Events {
  const lines = (readIfPresent(path) ?? "").split("\n").filter((line) => line !== "");
  return lines.flatMap((line) => {
    const event: unknown = JSON.parse(line);
    return isRecord(event) ? [event] : [];
  });
}

function hasChanges(events: Events): boolean {
  const summaries = events.map((event) => event["summaryEvent"]).filter(isRecord);
  return summaries.some((summary) => {
    const changes = summary["resourceChanges"];
    return isRecord(changes) && Object.entries(changes).some(([kind, count]) => kind !== "same" && count !== 0);
  });
}

function firstError(events: Events): string | undefined {
  const errors = events
    .map((event) => event["diagnosticEvent"])
    .filter(isRecord)
    .filter(({ severity }) => severity === "error");
  const messages = errors.flatMap(({ message }) => (typeof message === "string" ? [plain(message)] : []));
  return messages.find((message) => !message.startsWith("update failed")) ?? messages[0];
}

/** A message without the engine's colour marks. */
function plain(message: string): string {
  return message.replace(/<\{%[^%]*%\}>/g, "").trim();
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
