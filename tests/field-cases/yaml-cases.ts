import { edited, withObject } from "../components/validation/sound-tree";
import { configMap, layerOf, over, release, apps, type FieldCase } from "./case";

const values = (line: string): ReturnType<typeof withObject> => withObject(release(`  values:\n    ${line}\n`));
const variables = (lines: string, data: string): ReturnType<typeof withObject> =>
  over(withObject(configMap(data)), { [apps]: layerOf(`  postBuild:\n    substitute:\n${lines}`) });

/** YAML that means something else when Kubernetes reads it, where people wrote it; what we write, `tests/components/manifests` proves. */
export const yamlCases: readonly FieldCase[] = [
  { number: 1, title: "a plain on", files: values("a: on"), rule: "ambiguous-yaml" },
  { number: 1, title: "a plain off in a list", files: values("a: [x, off]"), rule: "ambiguous-yaml" },
  { number: 1, title: "a plain key y", files: values("y: 1"), rule: "ambiguous-yaml" },
  { number: 1, title: "a number with underscores", files: values("a: 1_000"), rule: "ambiguous-yaml" },
  { number: 1, title: "a binary number", files: values("a: 0b101"), rule: "ambiguous-yaml" },
  { number: 1, title: "words in quotes", files: values(`a: ["on", 'y', "1_000", "0b101"]`) },
  { number: 1, title: "a word inside a text", files: values("a: turn it on now") },
  {
    number: 1,
    title: "a plain yes in a patch",
    files: edited("apps/staging/web/replicas-patch.yaml", "replicas: 2", "paused: yes"),
    rule: "ambiguous-yaml",
  },
  {
    number: 5,
    title: "leading zeros of a variable",
    files: variables(`      v: "004"\n`, "  a: ${v}\n"),
    rule: "lossy-variable",
  },
  {
    number: 5,
    title: "the last zero of a variable",
    files: variables(`      v: "1.10"\n`, "  a: ${v}\n"),
    rule: "lossy-variable",
  },
  {
    number: 5,
    title: "the last zero of a default",
    files: variables(`      w: x\n`, "  a: ${v:=1.10}\n"),
    rule: "lossy-variable",
  },
  { number: 5, title: "a variable within a text", files: variables(`      v: "1.10"\n`, "  a: app:${v}\n") },
  {
    number: 5,
    title: "a variable between quotes of its own",
    files: variables(`      v: "1.10"\n      quote: '"'\n`, "  a: ${quote}${v}${quote}\n"),
  },
  {
    number: 5,
    title: "a number that stays what it is",
    files: variables(`      v: "8080"\n`, "  a: p${v}\n  b: ${v}\n"),
  },
];
