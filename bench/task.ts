import { processorTime } from "./measure/processor";

/** What a task needs to know. */
export interface TaskInput {
  readonly apps: number;
  /** Number of the sample, from 0. */
  readonly round: number;
  /** Folder of this sample alone, empty. */
  readonly folder: string;
  /** Folder that the samples of a bench share. */
  readonly shared: string;
  /** Whether only one app changed since the samples before. @default false */
  readonly oneChange?: boolean;
}

/** Numbers that a task tells besides its time. */
export type Facts = Readonly<Record<string, number>>;

/** One run of a task. */
export interface Sample {
  readonly milliseconds: number;
  /** Processor time of it, children included, in milliseconds. */
  readonly processor: number;
  /** The most memory that its process held, in bytes. */
  readonly peak: number;
  readonly facts: Facts;
}

/** Prepares something to be timed; what it returns is timed once. */
export type Task = (input: TaskInput) => Promise<() => Promise<Facts>>;

/** Runs a task as a program of its own, `<program> <input as JSON>`, and prints its sample as the last line. */
export function runTask(task: Task): void {
  timed(task, JSON.parse(process.argv[2] ?? "{}") as TaskInput).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}

async function timed(task: Task, input: TaskInput): Promise<void> {
  const run = await task(input);
  const [start, spent] = [performance.now(), processorTime()];
  const facts = await run();
  const milliseconds = performance.now() - start;
  const processor = processorTime() - spent;
  const sample: Sample = { milliseconds, processor, peak: process.resourceUsage().maxRSS * 1024, facts };
  console.log(JSON.stringify(sample));
}
