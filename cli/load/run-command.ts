/** Runs a command on its arguments. An error ends it with status 1 and the error's message alone, an `IssuesError` so with every issue. */
export function runCommand(main: (args: readonly string[]) => Promise<void> | void): void {
  Promise.resolve(process.argv.slice(2))
    .then(main)
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
}
