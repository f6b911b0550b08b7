// TS2561: Did you mean to write 'patches'?
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { patchs: {} });
