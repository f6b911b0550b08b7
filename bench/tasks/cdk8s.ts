import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ApiObject, type ApiObjectProps, App, Chart, YamlOutputType } from "cdk8s";
import { readDocuments } from "../monorepo/documents";
import { runTask } from "../task";

/** Peer: cdk8s with a chart a folder and a file an object, of the same documents. */
runTask(({ folder, shared }) => {
  const documents = readDocuments(shared).map(([path, document]) => [path, document as ApiObjectProps] as const);
  return Promise.resolve(() => {
    const outdir = join(folder, "out");
    const app = new App({ outdir, yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE });
    const charts = new Map<string, Chart>();
    for (const [path, document] of documents) {
      const name = path.slice(0, path.lastIndexOf("/")).replaceAll("/", "-");
      const chart = charts.get(name) ?? new Chart(app, name);
      charts.set(name, chart);
      new ApiObject(chart, path.slice(path.lastIndexOf("/") + 1), document);
    }
    app.synth();
    return Promise.resolve({
      files: readdirSync(outdir, { recursive: true }).filter((name) => String(name).endsWith(".yaml")).length,
    });
  });
});
