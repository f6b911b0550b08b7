// TS2561: 'deploymet' does not exist in type
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { patches: { deploymet: { spec: { replicas: 3 } } } });
