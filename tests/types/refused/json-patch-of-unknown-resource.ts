// TS2561: 'servce' does not exist in type
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { jsonPatches: { servce: [{ op: "remove", path: "/spec" }] } });
