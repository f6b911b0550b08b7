import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EnvironmentFolders } from "../folders";
import { writeJson } from "../processes/state-file";
import type { ApiAccess } from "./api-client";

/** Reads the administrator's certificate that kwokctl made for the cluster. */
export function readAccess(folders: EnvironmentFolders, port: number): ApiAccess {
  const read = (file: string): Buffer => readFileSync(join(folders.controlPlane, "pki", file));
  return { port, certificateAuthority: read("ca.crt"), certificate: read("admin.crt"), key: read("admin.key") };
}

/** Another identity than the administrator's that a kubeconfig acts as. */
export interface Impersonation {
  readonly user: string;
  readonly groups: readonly string[];
}

/** What a kubeconfig names. */
export interface KubeconfigOptions {
  readonly context: string;
  readonly access: ApiAccess;
  /** @default the administrator */
  readonly as?: Impersonation;
}

/** Writes a kubeconfig of one context that needs no other file; only its owner can read it. */
export function writeKubeconfig(path: string, { context, access, as }: KubeconfigOptions): void {
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": context,
    contexts: [{ name: context, context: { cluster: context, user: context } }],
    clusters: [
      {
        name: context,
        cluster: {
          server: `https://127.0.0.1:${access.port}`,
          "certificate-authority-data": access.certificateAuthority.toString("base64"),
        },
      },
    ],
    users: [
      {
        name: context,
        user: {
          "client-certificate-data": access.certificate.toString("base64"),
          "client-key-data": access.key.toString("base64"),
          ...(as === undefined ? {} : { as: as.user, "as-groups": as.groups }),
        },
      },
    ],
  };
  writeJson(path, kubeconfig, 0o600);
}
