// TS2353: 'service' does not exist in type
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { replicas: { service: 2 } });
