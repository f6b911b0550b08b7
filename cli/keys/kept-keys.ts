import { listed } from "../../components/model/wording/words";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { readIfPresent, startFolders, writePrivate } from "../start/folders";
import type { Keys } from "./key-file";

/** Files of one environment's keys. */
export interface KeyPlaces {
  /** Lines of `AGE-SECRET-KEY-…`, as sops and age take them. */
  readonly identities: string;
  /** As PULUMI_CONFIG_PASSPHRASE_FILE takes it. */
  readonly passphrase: string;
}

/** Where the embedded platform keeps the keys below its state folder. */
export function embeddedPlaces(root: string, environment: string): KeyPlaces {
  const folders = startFolders(root);
  return { identities: folders.ageIdentity(environment), passphrase: folders.passphrase };
}

/** Where restored keys of a stack of the user's own are put: in no folder that the embedded platform takes with it when it goes. */
export function restoredPlaces(project: string, environment: string): KeyPlaces {
  const folder = join(project, ".keys", environment);
  return { identities: join(folder, "identities.agekey"), passphrase: join(folder, "passphrase") };
}

/** The keys that files hold. @throws where there is none */
export function readKeys(environment: string, { identities, passphrase }: KeyPlaces): Keys {
  const text = readIfPresent(identities);
  const secret = readIfPresent(passphrase);
  if (text === undefined || secret === undefined) {
    const missing = text === undefined ? identities : passphrase;
    throw new Error(`There is no ${missing}: the embedded platform of ${environment} was never started here.`);
  }
  return { environment, ageIdentities: [text.trim()], passphrase: secret };
}

/** Writes keys that only their owner can read. Other keys that stand there are an error, or are kept under another name. */
export function writeKeys(keys: Keys, places: KeyPlaces, replace: boolean): readonly string[] {
  const wanted = wantedFiles(keys, places);
  const others = wanted.filter(({ path, content }) => existsSync(path) && !holdsSame(path, content));
  if (others.length > 0 && !replace) {
    const paths = listed(others.map(({ path }) => path));
    throw new Error(
      `${paths} ${others.length === 1 ? "holds" : "hold"} another key, and stays. With --replace it is kept beside, and the restored one takes its place.`,
    );
  }
  for (const { path } of others) renameSync(path, unusedName(path));
  return wanted
    .filter(({ path }) => !existsSync(path))
    .map(({ path, content }) => {
      writePrivate(path, content);
      return path;
    });
}

interface WantedFile {
  readonly path: string;
  readonly content: string;
}

function wantedFiles({ ageIdentities, passphrase }: Keys, places: KeyPlaces): readonly WantedFile[] {
  const identities =
    ageIdentities.length === 0 ? [] : [{ path: places.identities, content: `${ageIdentities.join("\n")}\n` }];
  return [...identities, ...(passphrase === undefined ? [] : [{ path: places.passphrase, content: passphrase }])];
}

/** Comments of an identity say nothing about it. */
function holdsSame(path: string, content: string): boolean {
  const text = readFileSync(path, "utf8");
  if (text.trim() === content.trim()) return true;
  const identities = (from: string): string => (from.match(/^AGE-SECRET-KEY-\S+/gm) ?? []).join();
  return identities(text) !== "" && identities(text) === identities(content);
}

function unusedName(path: string): string {
  for (let number = 1; ; number++) if (!existsSync(`${path}.before-${number}`)) return `${path}.before-${number}`;
}
