import type { SourceRepository } from "../../components/import/read/source";

/** The repository with versions of Flux that this program can install: the newest where it runs another, which is said. */
export function withKnownFlux(repository: SourceRepository, known: readonly string[]): SourceRepository {
  const [newest = "v2.9.5"] = [...known].sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  const others = repository.environments.filter(
    ({ fluxVersion }) => fluxVersion !== undefined && !known.includes(fluxVersion),
  );
  return {
    environments: repository.environments.map((environment) => ({
      ...environment,
      fluxVersion: known.find((version) => version === environment.fluxVersion) ?? newest,
    })),
    remarks: [
      ...repository.remarks,
      ...others.map(({ name, fluxVersion = "" }) => ({
        path: `clusters/${name}/flux-system`,
        reason: `Flux ${fluxVersion} is not a version that this program installs; ${name}.versions.yaml names ${newest}`,
      })),
    ],
  };
}
