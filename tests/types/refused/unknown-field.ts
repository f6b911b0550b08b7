// TS2561: Did you mean to write 'replicas'?
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { patches: { deployment: { spec: { replicass: 3 } } } });
