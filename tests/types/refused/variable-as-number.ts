// TS2322: is not assignable to type 'number'
import { defineVariables, deployment } from "../../../components/model/authoring";

const variables = defineVariables({ replicas: "number" });
const template = { spec: { containers: [] } };
deployment({ metadata: { name: "a" }, spec: { selector: {}, template, replicas: variables.replicas } });
