// TS2322: Type '"append"' is not assignable to type
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { jsonPatches: { service: [{ op: "append", path: "/spec/ports/-", value: {} }] } });
