import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";

/** Files of an archive by the path that they have in it. */
export type ArchiveFiles = ReadonlyMap<string, Buffer>;

const block = 512;

/** Reads the files of a `.tar.gz`; links and devices are left out, and long names of the GNU and POSIX formats are understood. */
export function readTarGz(bytes: Uint8Array): ArchiveFiles {
  const tar = gunzipSync(bytes);
  const files = new Map<string, Buffer>();
  let longName: string | undefined;
  for (let offset = 0; offset + block <= tar.length;) {
    const header = tar.subarray(offset, offset + block);
    if (header.every((byte) => byte === 0)) break;
    const size = Number.parseInt(field(header, 124, 12), 8) || 0;
    const content = tar.subarray(offset + block, offset + block + size);
    if (content.length < size) throw new Error("the archive ends in the middle of a file");
    const type = field(header, 156, 1);
    if (type === "L") longName = field(content, 0, size);
    else if (type === "x") longName = paxPath(content) ?? longName;
    else {
      if (type === "0" || type === "") files.set(clean(longName ?? entryName(header)), content);
      longName = undefined;
    }
    offset += block + Math.ceil(size / block) * block;
  }
  return files;
}

/** Reads the files of a `.zip` whose path passes `wanted`. */
export function readZip(bytes: Uint8Array, wanted: (path: string) => boolean = () => true): ArchiveFiles {
  const entries = unzipSync(bytes, { filter: ({ name }) => !name.endsWith("/") && wanted(name) });
  return new Map(Object.entries(entries).map(([path, content]) => [clean(path), Buffer.from(content)]));
}

function entryName(header: Buffer): string {
  const prefix = field(header, 257, 5) === "ustar" ? field(header, 345, 155) : "";
  const name = field(header, 0, 100);
  return prefix === "" ? name : `${prefix}/${name}`;
}

function field(bytes: Buffer, start: number, length: number): string {
  const text = bytes.toString("utf8", start, start + length);
  const end = text.indexOf("\0");
  return (end < 0 ? text : text.slice(0, end)).trim();
}

function paxPath(content: Buffer): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString("utf8"))?.[1];
}

function clean(path: string): string {
  return path.replace(/^(\.\/)+/, "");
}
