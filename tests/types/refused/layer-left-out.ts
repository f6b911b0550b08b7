// TS2345: another layer depends on infrastructure, which is not in this list
import { environment } from "../../../components/model/authoring";
import { settings } from "../fixture";

environment("production", settings, (layer) => {
  const infrastructure = layer("infrastructure", { folder: "infrastructure/controllers", overlays: [] });
  return [layer("apps", { folder: "apps", overlays: [], dependsOn: [infrastructure] })];
});
