/** Names a key of the stack's `secrets` configuration; the value itself never enters the model. */
export interface SecretKey {
  readonly secretKey: string;
}

/** A Secret whose values are encrypted with SOPS before they reach Git. */
export interface SealedSecret {
  readonly sealed: true;
  readonly name: string;
  /** Defaults to the overlay's namespace. */
  readonly namespace?: string;
  /** `type` of the Secret. @default Opaque */
  readonly type?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Entry of the Secret → configuration key that holds its value. */
  readonly stringData: Readonly<Record<string, SecretKey>>;
}

/** A sealed secret as an overlay takes it: without a name, it gets that of its key in `add`. */
export type AddedSecret = Omit<SealedSecret, "name"> & { readonly name?: string };

/** Declares a Secret by the configuration keys that hold its values: `sealedSecret({ TOKEN: secretKey("webToken") })`. */
export function sealedSecret(
  stringData: Readonly<Record<string, SecretKey>>,
  options: Pick<AddedSecret, "name" | "namespace" | "type" | "annotations"> = {},
): AddedSecret {
  return { sealed: true, ...options, stringData };
}

/** Refers to a key of the stack's `secrets` configuration. */
export function secretKey(key: string): SecretKey {
  return { secretKey: key };
}

/** Tells a sealed secret from a plain object of an overlay. */
export function isSealedSecret(value: object): value is SealedSecret {
  return "sealed" in value && value.sealed === true;
}

/** Tells whether a text is a manifest that SOPS has encrypted, so that Flux must decrypt it. */
export function isEncrypted(text: string): boolean {
  return /^sops:\s*$/m.test(text) && text.includes("ENC[");
}
