import { artifactProviders, type FollowedSource } from "../../components/model/cluster-settings";
import { mirrorName } from "../../components/manifests/render";
import type { MirrorConfig } from "./git/publishing";
import { nearest } from "./nearest";
import { accept, matching, objectName, oneOf, recordOf, refuse, text, type Parser } from "./parsers";
import type { ConfigReader } from "./reader";

/** Decodes which other place of the tree the cluster follows; undefined where it follows the repository. */
export function decodeFollowed(read: ConfigReader, mirrors: readonly MirrorConfig[]): FollowedSource | undefined {
  const mirror = decodeMirror(read, mirrors);
  const artifact = read.get("followArtifact", artifactSource);
  if (read.has("followMirror") && read.has("followArtifact"))
    read.fail(
      "followArtifact",
      "conflicting-config-keys",
      "A cluster follows one source; keep followMirror or followArtifact.",
    );
  for (const key of ["webhookUrl", "deployKey", "sourceUrl"] as const) {
    if (artifact === undefined || !read.has(key)) continue;
    const message = `The cluster follows the artifact ${artifact.url}, and reads no Git repository; remove ${key}.`;
    read.fail(key, "conflicting-config-keys", message);
  }
  return mirror ?? artifact;
}

function decodeMirror(read: ConfigReader, mirrors: readonly MirrorConfig[]): FollowedSource | undefined {
  const wanted = read.get("followMirror", text);
  if (wanted === undefined) return undefined;
  const found = mirrors.find(({ name }) => name === wanted);
  if (found !== undefined)
    return {
      kind: "mirror",
      url: found.url,
      ...(found.credentials.kind === "none" ? {} : { secretName: mirrorName }),
    };
  const names = mirrors.map(({ name }) => name);
  const guess = nearest(wanted, names);
  const hint = guess === undefined ? "" : ` Did you mean "${guess}"?`;
  const known = names.length === 0 ? "none; add it to mirrors" : names.join(", ");
  read.fail("followMirror", "unknown-mirror", `"${wanted}" is no mirror.${hint} Known: ${known}.`);
  return undefined;
}

const registryUrl = matching(
  /^oci:\/\/[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)+$/,
  "an address such as oci://ghcr.io/you/monorepo, its tag apart",
);
const tagName = matching(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/, "a tag such as staging");
const artifactKeys = ["url", "tag", "secret", "provider"];

/** `{ url, tag, secret?, provider? }`. */
const artifactSource: Parser<FollowedSource & { readonly kind: "artifact" }> = (raw) => {
  const map = recordOf(text)(raw);
  if (!map.ok) return map;
  const unknown = Object.keys(map.value).filter((key) => !artifactKeys.includes(key));
  if (unknown.length > 0) return refuse(`a map of ${artifactKeys.join(", ")}, not ${unknown.join(", ")}`);
  const { url: rawUrl, tag: rawTag, secret, provider } = map.value;
  const url = registryUrl(rawUrl);
  if (!url.ok) return refuse(`url to be ${url.expected}`);
  const tag = tagName(rawTag);
  if (!tag.ok) return refuse(`tag to be ${tag.expected}, the one that your CI moves to each published commit`);
  const secretName = secret === undefined ? accept(undefined) : objectName(secret);
  if (!secretName.ok) return refuse(`secret to be ${secretName.expected}`);
  const cloud = provider === undefined ? accept("generic" as const) : oneOf(artifactProviders)(provider);
  if (!cloud.ok) return refuse(`provider to be ${cloud.expected}`);
  return accept({
    kind: "artifact",
    url: url.value as `oci://${string}`,
    tag: tag.value,
    ...(secretName.value === undefined ? {} : { secretName: secretName.value }),
    provider: cloud.value,
  });
};
