import { resolveConfig, format } from "prettier";

/** Formats code as this program's own is; raw files and YAML stay as they are. */
export async function formatted(files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const options = (await resolveConfig(__filename)) ?? {};
  const entries = [...files].map(async ([path, text]) => {
    const changes = path.endsWith(".ts");
    return [path, changes ? await format(text, { ...options, parser: "typescript" }) : text] as const;
  });
  return new Map(await Promise.all(entries));
}
