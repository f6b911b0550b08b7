// TS2322: Type '"spec"' is not assignable to type '`/${string}`'
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { jsonPatches: { service: [{ op: "remove", path: "spec" }] } });
