// TS2561: Did you mean to write 'chart'?
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { patches: { release: { spec: { chartt: {} } } } });
