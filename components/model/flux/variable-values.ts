import { isIP } from "node:net";
import type { Fault } from "../issue";
import type { VariableType } from "./variables";

const hostname = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** Text that means the same wherever it lands in YAML: names, addresses, identifiers and URLs consist of nothing else. */
const plain = /^[A-Za-z0-9_/.]([A-Za-z0-9_/.~:?@&=+,%-]*[A-Za-z0-9_/.~?@&=+%-])?$/;

const forms: Readonly<Record<VariableType, (value: string) => boolean>> = {
  text: (value) => plain.test(value),
  number: (value) => /^-?[0-9]+(\.[0-9]+)?$/.test(value),
  boolean: (value) => value === "true" || value === "false",
  ip: (value) => isIP(value) !== 0 && !value.startsWith(":") && !value.endsWith(":") && !value.includes("%"),
  hostname: (value) => hostname.test(value),
  url: (value) => /^[a-z][a-z0-9+.-]*:\/\/[^/]/.test(value) && plain.test(value),
};

const wanted: Readonly<Record<VariableType, string>> = {
  text: "one word of letters, digits and the marks of URLs, without blanks and quotes",
  number: "a number such as 8080",
  boolean: "true or false",
  ip: "an address such as 192.0.2.10 or 2001:db8::10",
  hostname: "a host name such as www.example.org",
  url: "a URL such as https://www.example.org/path",
};

/** What is wrong with a variable's value; undefined when nothing is. Flux puts values into YAML as they are, so not every text will do. */
export function valueFault(name: string, type: VariableType, value: string): Fault | undefined {
  if (forms[type](value)) return undefined;
  return {
    code: "malformed-variable",
    resource: name,
    message: `${JSON.stringify(value)} is no value of ${name}, which is declared as ${type}: ${wanted[type]}.`,
  };
}
