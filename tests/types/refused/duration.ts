// TS2322: Type '"1 hour"' is not assignable to type
import { environment } from "../../../components/model/authoring";
import { settings } from "../fixture";

environment("production", settings, (layer) => [layer("apps", { folder: "apps", overlays: [], interval: "1 hour" })]);
