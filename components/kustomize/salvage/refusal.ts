import type { BuiltObject } from "../batch";
import type { TextFiles } from "../tree/files";
import type { Assemble } from "./first-refused";
import type { Piece } from "./piece";

/** One piece that kustomize refuses, and everything that tells why. */
export interface Refusal {
  /** Folder of the kustomization. */
  readonly folder: string;
  /** File that lists the piece: the kustomization, or a folder where Flux makes it. */
  readonly listedIn: string;
  readonly piece: Piece;
  /** What exactly of the piece, where it is known: position of an operation of a JSON patch. */
  readonly operation?: number;
  /** Text of the one document of a file that is refused, its lines counted as in the file. @default the file's */
  readonly text?: string;
  /** kustomize's own words. */
  readonly reason: string;
  /** The objects that the piece met. */
  readonly before: readonly BuiltObject[];
  /** The tree as it came. */
  readonly files: TextFiles;
}

/** Pieces of one folder, and how to build them. */
export interface Assembly {
  readonly folder: string;
  /** File that lists them. */
  readonly listedIn: (piece: Piece) => string;
  readonly pieces: readonly Piece[];
  readonly assemble: Assemble;
  /** Whether a piece was found wrong, and told, before. */
  readonly isTold: (piece: Piece) => boolean;
}

/** One piece among those that build without it. */
export interface Refused {
  readonly assembly: Assembly;
  readonly kept: readonly Piece[];
  readonly refusal: Refusal;
}
