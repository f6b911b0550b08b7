// TS2322: Property 'value' is missing in type
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { jsonPatches: { service: [{ op: "replace", path: "/spec/type" }] } });
