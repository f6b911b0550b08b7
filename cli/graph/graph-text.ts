import { environmentGraph } from "../../components/manifests/cluster/environment-graph";
import type { Environment } from "../../components/model/environment";

/** How graphs are written: as a Markdown document, or as Mermaid alone. */
export interface GraphForm {
  readonly fenced: boolean;
}

/** The graphs of environments, in their order. */
export function graphText(environments: readonly Environment[], { fenced }: GraphForm): string {
  if (!fenced) return environments.map((environment) => environmentGraph(environment)).join("\n");
  return environments
    .map((environment) => `# ${environment.name}\n\n\`\`\`mermaid\n${environmentGraph(environment)}\n\`\`\``)
    .join("\n\n");
}
