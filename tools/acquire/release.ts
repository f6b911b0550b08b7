import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ReleaseAsset, ToolRecipe } from "../catalog/recipe";
import type { ToolHost } from "../host";
import { readTarGz, readZip } from "../system/archive";
import type { Download } from "../system/download";

/** Puts a tool of the vendor's official release into a folder, after its sha256 was compared with the one the vendor publishes. */
export async function fromRelease(recipe: ToolRecipe, folder: string, host: ToolHost): Promise<void> {
  if (recipe.release === undefined) throw new Error("the vendor publishes no programs");
  const asset = host.platform === undefined ? undefined : recipe.release(host.platform);
  if (asset === undefined) throw new Error("the vendor publishes none for this platform");
  const expected = await publishedDigest(asset, host.download);
  const bytes = await host.download(asset.url);
  const actual = createHash("sha256").update(bytes).digest("hex");
  if (actual !== expected)
    throw new Error(`${asset.url} has the sha256 ${actual}, and the vendor publishes ${expected}`);
  for (const [name, content] of unpack(asset, recipe.name, bytes))
    await writeFile(join(folder, name), content, { mode: 0o755 });
}

async function publishedDigest({ url, digest }: ReleaseAsset, download: Download): Promise<string> {
  if ("file" in digest) return sha256In((await download(digest.file)).toString("utf8"), digest.file);
  const record = `https://api.github.com/repos/${digest.github}/releases/tags/${encodeURIComponent(digest.tag)}`;
  const release: unknown = JSON.parse((await download(record)).toString("utf8"));
  const file = basename(url);
  const assets = hasAssets(release) ? release.assets : [];
  const text = assets.find(({ name }) => name === file)?.digest ?? "";
  return sha256In(text.replace(/^sha256:/, ""), `${record} (${file})`);
}

function sha256In(text: string, where: string): string {
  const digest = /^[0-9a-f]{64}\b/.exec(text.trim())?.[0];
  if (digest === undefined) throw new Error(`${where} publishes no sha256`);
  return digest;
}

function hasAssets(value: unknown): value is { assets: readonly { name?: string; digest?: string }[] } {
  return typeof value === "object" && value !== null && "assets" in value && Array.isArray(value.assets);
}

function unpack({ form, url }: ReleaseAsset, name: string, bytes: Buffer): readonly (readonly [string, Buffer])[] {
  if (form.kind === "program") return [[name, bytes]];
  const files = form.kind === "zip" ? readZip(bytes, (path) => path === form.member) : readTarGz(bytes);
  const program = files.get(form.member);
  if (program === undefined) throw new Error(`${url} has no ${form.member}`);
  if (form.siblings !== true) return [[name, program]];
  return [...files].flatMap(([path, content]) =>
    dirname(path) === dirname(form.member) ? [[basename(path), content] as const] : [],
  );
}
