import { listed } from "../../components/model/wording/words";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { recipientsOf } from "../../components/sops/identities";
import { stateFolder } from "../../local/folders";
import { environmentNames } from "../../stacks";
import { assertEnvironment } from "../../stacks/config";
import { openKeys, sealKeys, type Keys } from "./key-file";
import { embeddedPlaces, readKeys, restoredPlaces, writeKeys, type KeyPlaces } from "./kept-keys";
import { keyFilePassphrase } from "./passphrase";
import { stackKeys } from "./stack-keys";
import { runCommand } from "../load/run-command";

const project = resolve(__dirname, "../..");
const usage = `usage: npm run keys -- export <environment> [--out <file> | --out -] [--local]
       npm run keys -- restore <environment> <file> [--replace] [--local]`;

interface Arguments {
  readonly command: "export" | "restore";
  readonly environment: string;
  /** Of `export`, where the file goes; of `restore`, where it is. */
  readonly file: string;
  readonly replace: boolean;
  /** The keys of the embedded platform, and not those of a stack of the user's own. */
  readonly local: boolean;
}

/** `npm run keys`: the age identity and the passphrase of an environment, into one file that a passphrase opens, and back. */
async function main({ command, ...rest }: Arguments): Promise<void> {
  assertEnvironment(rest.environment, environmentNames);
  await (command === "export" ? exportKeys(rest) : restoreKeys(rest));
}

type Parts = Omit<Arguments, "command">;

async function exportKeys({ environment, file, local }: Parts): Promise<void> {
  if (file !== "-" && existsSync(file)) throw new Error(`${file} exists, and stays; name another file by --out.`);
  const keys = local
    ? readKeys(environment, embeddedPlaces(stateFolder(project), environment))
    : await stackKeys(project, environment);
  const passphrase = await keyFilePassphrase(true);
  const sealed = await sealKeys(keys, passphrase);
  await openKeys(sealed, passphrase);
  if (file === "-") process.stdout.write(sealed);
  else writeFileSync(file, sealed, { mode: 0o600, flag: "wx" });
  console.error(`Exported ${await describe(keys)} of ${environment}${file === "-" ? "" : ` to ${file}`}.`);
  console.error("Keep the file and its passphrase apart, and away from this machine.");
}

async function restoreKeys({ environment, file, replace, local }: Parts): Promise<void> {
  const sealed = readFileSync(file, "utf8");
  const keys = await openKeys(sealed, await keyFilePassphrase(false));
  if (keys.environment !== environment)
    throw new Error(`${file} holds the keys of ${keys.environment}, not of ${environment}; nothing was written.`);
  const places = local ? embeddedPlaces(stateFolder(project), environment) : restoredPlaces(project, environment);
  const written = writeKeys(keys, places, replace);
  console.error(`Restored ${await describe(keys)} of ${environment}.`);
  console.error(written.length === 0 ? "They were here already." : written.map((path) => `  wrote ${path}`).join("\n"));
  if (!local) console.error(nextSteps(keys, places));
}

async function describe({ ageIdentities, passphrase }: Keys): Promise<string> {
  const recipients = await recipientsOf(ageIdentities);
  const identities =
    recipients.length === 0
      ? []
      : [`the age ${recipients.length === 1 ? "identity" : "identities"} of ${listed(recipients)}`];
  return listed([...identities, ...(passphrase === undefined ? [] : ["the passphrase"])]);
}

/** What makes Pulumi and sops use the restored keys; paths alone, no key. */
function nextSteps({ environment, ageIdentities, passphrase }: Keys, places: KeyPlaces): string {
  const [identities, secret] = [places.identities, places.passphrase].map((path) => relative(process.cwd(), path));
  return [
    ...(passphrase === undefined ? [] : [`For Pulumi:  export PULUMI_CONFIG_PASSPHRASE_FILE="$PWD/${secret}"`]),
    ...(ageIdentities.length === 0
      ? []
      : [
          `For sops:    export SOPS_AGE_KEY_FILE="$PWD/${identities}"`,
          `For a new stack file:  pulumi config set --secret ageIdentity --stack ${environment} < "${identities}"`,
        ]),
  ].join("\n");
}

function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      out: { type: "string" },
      replace: { type: "boolean", default: false },
      local: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const [command, environment, file, ...more] = positionals;
  const { out, replace, local } = values;
  const isExport = command === "export" && file === undefined && !replace;
  const isRestore = command === "restore" && file !== undefined && out === undefined;
  if (environment === undefined || more.length > 0 || !(isExport || isRestore)) throw new Error(usage);
  const named = isExport ? (out ?? `${environment}.keys.age`) : (file ?? "");
  const path = named === "-" && isExport ? named : resolve(process.env["INIT_CWD"] ?? process.cwd(), named);
  return { command, environment, file: path, replace, local };
}

runCommand((args) => main(readArguments(args)));
