// TS2353: 'wbe' does not exist in type
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { images: { wbe: { tag: "1" } } });
