import { join } from "node:path";
import { writeTree } from "../../cli/render/write-tree";
import { render } from "../../components/manifests/render";
import { treeTexts } from "../../components/manifests/sealed-placeholder";
import { generatedModel } from "../monorepo/model";
import { runTask } from "../task";

/** From the functions that make the model to files on disk. */
runTask(({ apps, folder }) =>
  Promise.resolve(() => {
    const texts = treeTexts(render({ model: generatedModel({ apps }), clusters: {} }));
    writeTree(join(folder, "out"), texts, { record: undefined, force: false });
    return Promise.resolve({ files: texts.size });
  }),
);
