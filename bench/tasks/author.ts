import { join } from "node:path";
import { writeTree } from "../../cli/render/write-tree";
import { render } from "../../components/manifests/render";
import { generatedModel } from "../monorepo/model";
import { textsOf } from "../monorepo/tree";
import { runTask } from "../task";

/** From the functions that make the model to files on disk. */
runTask(({ apps, folder }) =>
  Promise.resolve(() => {
    const texts = textsOf(render({ model: generatedModel({ apps }), clusters: {} }));
    writeTree(join(folder, "out"), texts, { record: undefined, force: false });
    return Promise.resolve({ files: texts.size });
  }),
);
