// TS2353: 'name' does not exist in type
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { patches: { service: { metadata: { name: "other" } } } });
