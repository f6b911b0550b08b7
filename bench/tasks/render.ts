import { join } from "node:path";
import { writeTree } from "../../cli/render/write-tree";
import { render } from "../../components/manifests/render";
import type { MonorepoModel } from "../../components/model/environment";
import { generatedModel } from "../monorepo/model";
import { textsOf } from "../monorepo/tree";
import { runTask, type Facts } from "../task";

/** From the model to files on disk, as `npm run render` writes them. */
runTask(({ apps, folder }) => {
  const model = generatedModel({ apps });
  return Promise.resolve(() => Promise.resolve(written(model, folder)));
});

function written(model: MonorepoModel, folder: string): Facts {
  const texts = textsOf(render({ model, clusters: {} }));
  writeTree(join(folder, "out"), texts, { record: undefined, force: false });
  return { files: texts.size };
}
