import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { configFileName, decodeAgeIdentities, rawFromEngine } from "../../stacks/config";
import type { Keys } from "./key-file";

const execute = promisify(execFile);

/** The keys of a stack of the user's own: the passphrase as Pulumi itself takes it, the identities from the configuration. */
export async function stackKeys(project: string, environment: string): Promise<Keys> {
  const passphrase = ambientPassphrase(process.env);
  const ageIdentities = decodeAgeIdentities(rawFromEngine(await configuration(project, environment)));
  if (passphrase === undefined && ageIdentities.length === 0) throw new Error(nothing);
  return { environment, ageIdentities, ...(passphrase === undefined ? {} : { passphrase }) };
}

const nothing =
  "There is nothing to export: neither PULUMI_CONFIG_PASSPHRASE nor PULUMI_CONFIG_PASSPHRASE_FILE is set, and the stack has no ageIdentity.";

function ambientPassphrase(environment: NodeJS.ProcessEnv): string | undefined {
  const { PULUMI_CONFIG_PASSPHRASE: text, PULUMI_CONFIG_PASSPHRASE_FILE: file } = environment;
  if (text !== undefined && text !== "") return text;
  return file === undefined || file === "" ? undefined : readFileSync(file, "utf8").trim();
}

async function configuration(project: string, environment: string): Promise<Readonly<Record<string, string>>> {
  const args = ["config", "--json", "--show-secrets", "--stack", environment, "--non-interactive"];
  const said = await execute("pulumi", args, { cwd: project }).then(
    ({ stdout }) => stdout,
    // The error itself holds what was printed.
    (error: unknown) => {
      const reason = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
      throw new Error(
        `\`pulumi config\` could not read the secrets of ${configFileName(environment)}: ${reason || "is Pulumi installed?"} With --local, the keys of the embedded platform are taken.`,
      );
    },
  );
  const values = JSON.parse(said) as Readonly<Record<string, { readonly value?: string }>>;
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]])),
  );
}
