import type { Rule } from "../rule";
import { ambiguousYaml } from "./files/ambiguous-yaml";
import { buildFailed } from "./files/build-failed";
import { emptyBuild } from "./files/empty-build";
import { missingKustomization } from "./files/missing-kustomization";
import { strayFile } from "./files/stray-file";
import { incompleteArtifact } from "./flux/incomplete-artifact";
import { lossyVariable } from "./flux/lossy-variable";
import { missingSubstitution } from "./flux/missing-substitution";
import { removedApi } from "./flux/removed-api";
import { rootSubstitution } from "./flux/root-substitution";
import { schema } from "./flux/schema";
import { servedVersion } from "./flux/served-version";
import { sourceUrl } from "./flux/source-url";
import { undeclaredVariable } from "./flux/undeclared-variable";
import { dependencyCycle } from "./layering/dependency-cycle";
import { dependencyWithoutWait } from "./layering/dependency-without-wait";
import { fluxBelowLine } from "./layering/flux-below-line";
import { fluxSystemOutside } from "./layering/flux-system-outside";
import { foreignPath } from "./layering/foreign-path";
import { missingCrd } from "./layering/missing-crd";
import { missingNamespace } from "./layering/missing-namespace";
import { unknownDependency } from "./layering/unknown-dependency";
import { duplicateObject } from "./references/duplicate-object";
import { missingAccount } from "./references/missing-account";
import { missingClaim } from "./references/missing-claim";
import { missingConfig } from "./references/missing-config";
import { missingKey } from "./references/missing-key";
import { missingPath } from "./references/missing-path";
import { missingPullSecret } from "./references/missing-pull-secret";
import { missingSource } from "./references/missing-source";
import { missingValues } from "./references/missing-values";
import { deleteEverything } from "./safety/delete-everything";
import { ignoredIdentity } from "./safety/ignored-identity";
import { patchedCiphertext } from "./safety/patched-ciphertext";
import { plaintextSecret } from "./safety/plaintext-secret";
import { renamedNamespace } from "./safety/renamed-namespace";
import { undecryptedSecret } from "./safety/undecrypted-secret";
import { unmatchedImage } from "./safety/unmatched-image";
import { unmatchedPatch } from "./safety/unmatched-patch";
import { invalidContainer } from "./workloads/invalid-container";
import { invalidKey } from "./workloads/invalid-key";
import { invalidName } from "./workloads/invalid-name";
import { selectorMismatch } from "./workloads/selector-mismatch";
import { unknownProbePort } from "./workloads/unknown-probe-port";
import { unknownTarget } from "./workloads/unknown-target";
import { unknownVolume } from "./workloads/unknown-volume";
import { unmatchedService } from "./workloads/unmatched-service";
import { versionInSelector } from "./workloads/version-in-selector";

/** Every rule of the gate. */
export const builtInRules: readonly Rule[] = [
  ambiguousYaml,
  buildFailed,
  emptyBuild,
  missingKustomization,
  strayFile,
  incompleteArtifact,
  lossyVariable,
  missingSubstitution,
  removedApi,
  rootSubstitution,
  schema,
  servedVersion,
  sourceUrl,
  undeclaredVariable,
  dependencyCycle,
  dependencyWithoutWait,
  fluxBelowLine,
  fluxSystemOutside,
  foreignPath,
  missingCrd,
  missingNamespace,
  unknownDependency,
  duplicateObject,
  missingAccount,
  missingClaim,
  missingConfig,
  missingKey,
  missingPath,
  missingPullSecret,
  missingSource,
  missingValues,
  deleteEverything,
  ignoredIdentity,
  patchedCiphertext,
  plaintextSecret,
  renamedNamespace,
  undecryptedSecret,
  unmatchedImage,
  unmatchedPatch,
  invalidContainer,
  invalidKey,
  invalidName,
  selectorMismatch,
  unknownProbePort,
  unknownTarget,
  unknownVolume,
  unmatchedService,
  versionInSelector,
];
