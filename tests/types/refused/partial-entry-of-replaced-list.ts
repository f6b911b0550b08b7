// TS2741: Property '"name"' is missing
import { overlay } from "../../../components/model/authoring";
import { web } from "../fixture";

overlay(web, { patches: { release: { spec: { valuesFrom: [{ kind: "ConfigMap" }] } } } });
