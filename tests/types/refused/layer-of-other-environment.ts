// TS2375: Type '"staging"' is not assignable to type '"production"'
import { environment, type LayerBuilder } from "../../../components/model/authoring";
import { settings } from "../fixture";

declare const stagingLayer: ReturnType<LayerBuilder<"staging">>;

environment("production", settings, (layer) => [
  layer("apps", { folder: "apps", overlays: [], dependsOn: [stagingLayer] }),
]);
