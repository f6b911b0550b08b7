// TS2322: Type 'string' is not assignable to type 'number'
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { patches: { deployment: { spec: { replicas: "3" } } } });
