// TS2322: Type '"Apps"' is not assignable to type '"a path such as apps
import { environment } from "../../../components/model/authoring";
import { settings } from "../fixture";

environment("production", settings, (layer) => [layer("apps", { folder: "Apps", overlays: [] })]);
