// TS2322: Type 'number' is not assignable to type 'string'
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { patches: { deployment: { metadata: { annotations: { port: 80 } } } } });
