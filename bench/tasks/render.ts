import { join } from "node:path";
import { writeTree } from "../../cli/render/write-tree";
import { render } from "../../components/manifests/render";
import { treeTexts } from "../../components/manifests/sealed-placeholder";
import type { MonorepoModel } from "../../components/model/environment";
import { generatedModel } from "../monorepo/model";
import { runTask, type Facts } from "../task";

/** From the model to files on disk, as `npm run render` writes them. */
runTask(({ apps, folder }) => {
  const model = generatedModel({ apps });
  return Promise.resolve(() => Promise.resolve(written(model, folder)));
});

function written(model: MonorepoModel, folder: string): Facts {
  const texts = treeTexts(render({ model, clusters: {} }));
  writeTree(join(folder, "out"), texts, { record: undefined, force: false });
  return { files: texts.size };
}
