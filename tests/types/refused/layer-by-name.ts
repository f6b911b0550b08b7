// TS2322: Type 'string' is not assignable to type 'EnvironmentLayer<"production"
import { environment } from "../../../components/model/authoring";
import { settings } from "../fixture";

environment("production", settings, (layer) => [
  layer("apps", { folder: "apps", overlays: [], dependsOn: ["infrastructure"] }),
]);
