/** Variable that holds the passphrase of a key file. */
export const passphraseVariable = "KEYS_PASSPHRASE";

const shortest = 12;

/** The passphrase of a key file, from the environment or typed unseen; a new one is asked for twice. */
export async function keyFilePassphrase(isNew: boolean): Promise<string> {
  const given = process.env[passphraseVariable];
  const passphrase = given === undefined || given === "" ? await asked(isNew) : given;
  if (isNew && passphrase.length < shortest)
    throw new Error(
      `The passphrase has ${passphrase.length} characters; whoever gets the file can try many, so give ${shortest} at least.`,
    );
  return passphrase;
}

async function asked(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error(`The key file needs a passphrase: set ${passphraseVariable}, or run this in a terminal.`);
  const first = await typed("Passphrase of the key file: ");
  if (isNew && (await typed("The same again: ")) !== first)
    throw new Error("The two passphrases differ; nothing was written.");
  return first;
}

/** One line of the terminal, whose characters are not shown. */
function typed(question: string): Promise<string> {
  const { stdin } = process;
  process.stderr.write(question);
  stdin.setRawMode(true).setEncoding("utf8").resume();
  return new Promise((resolve, reject) => {
    let line = "";
    const end = (settle: () => void): void => {
      stdin.off("data", take).setRawMode(false).pause();
      process.stderr.write("\n");
      settle();
    };
    const take = (keys: string): void => {
      for (const key of keys) {
        if (key === interrupt) {
          end(() => {
            reject(new Error("Interrupted; nothing was written."));
          });
          return;
        }
        if (key === "\r" || key === "\n") {
          end(() => {
            resolve(line);
          });
          return;
        }
        line = key === backspace ? line.slice(0, -1) : line + key;
      }
    };
    stdin.on("data", take);
  });
}

const interrupt = "\u0003";
const backspace = "\u007f";
